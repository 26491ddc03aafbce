package io.dflockd.engine;

import io.dflockd.protocol.Key;

/** Those who listen and those who watch: by name in each shard, by pattern across all of them. */
final class Audience {
    final Index<Listeners> heard;
    final Index<Chain<Subscriber>> watched;

    Audience(Index<Listeners> heard, Index<Chain<Subscriber>> watched) {
        this.heard = heard;
        this.watched = watched;
    }

    void add(Subscriber added) {
        Key name = added.what.name();
        if (added.what.kind() == Subscription.Kind.WATCH) {
            watched.at(name, Chain::new).addLast(added);
        } else {
            heard.at(name, Listeners::new).add(added);
        }
    }

    void remove(Subscriber removed) {
        if (removed.what.kind() == Subscription.Kind.WATCH) {
            removeWatcher(removed, removed.what.name());
        } else {
            removeListener(removed, removed.what.name());
        }
    }

    private void removeWatcher(Subscriber removed, Key name) {
        Chain<Subscriber> watchers = watched.get(name);
        watchers.remove(removed);
        if (watchers.isEmpty()) {
            watched.remove(name);
        }
    }

    private void removeListener(Subscriber removed, Key name) {
        Listeners listeners = heard.get(name);
        listeners.remove(removed);
        if (listeners.isEmpty()) {
            heard.remove(name);
        }
    }
}
