package io.dflockd.engine;

/** A session among those with the same subscription. */
final class Subscriber extends Link<Subscriber> {
    final Session session;
    final Subscription what;

    Subscriber(Session session, Subscription what) {
        this.session = session;
        this.what = what;
    }
}
