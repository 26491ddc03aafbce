package io.dflockd.server;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Keeps a socket known to epoll while nothing is to be heard of it.
 *
 * <p>A client that has closed its side and does not read leaves a socket without anything to wait for. Netty 4.2.18 takes
 * such a socket out of epoll and forgets that it did so: when there is something to wait for again, it fails with "no
 * such file". So a socket without interest waits for a change of nothing instead.
 */
final class LastingEpoll extends ForwardingIoHandler {
    LastingEpoll(IoHandler epoll) {
        super(epoll);
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Lasting(super.register(handle));
    }

    private record Lasting(IoRegistration registration) implements IoRegistration {
        @Override
        public long submit(IoOps ops) {
            return registration.submit(ops.equals(EpollIoOps.NONE) ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // so it is declared
        public <T> T attachment() {
            return registration.attachment();
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}
