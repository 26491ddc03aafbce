package io.dflockd.server;

/** The way in which the server talks to the operating system about sockets. */
public enum Transport {
    /** Epoll where it is available, NIO elsewhere. */
    AUTO,
    EPOLL,
    IO_URING,
    NIO
}
