/**
 * The Java client of dflockd; {@link io.dflockd.client.Dflockd} is where to begin.
 *
 * <p>It needs nothing native. On Linux it uses epoll if that is there; an application on the module path asks for it with
 * {@code --add-modules io.netty.transport.epoll.linux.x86_64}, or {@code aarch_64}.
 */
module io.dflockd.client {
    requires transitive io.dflockd.protocol;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires org.slf4j;
    requires static org.jspecify;

    exports io.dflockd.client;
    exports io.dflockd.client.exceptions;
}
