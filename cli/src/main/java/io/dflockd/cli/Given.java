package io.dflockd.cli;

import io.dflockd.server.ServerConfig;
import io.dflockd.server.StartupException;

/**
 * One value of a setting, as somebody gave it.
 *
 * @param place where it was given: {@code --port}, {@code DFLOCKD_PORT}, {@code my.conf:3}
 */
record Given(Setting setting, Source source, String place, String text) {

    /** What it is called in a message to the person who gave it. */
    String name() {
        return source == Source.FILE ? place + ": " + setting.key() : place;
    }

    /** Puts the value into the configuration of the server, whatever was there before. */
    void applyTo(ServerConfig.Builder config) throws StartupException {
        try {
            setting.apply(text, config);
        } catch (IllegalArgumentException notTaken) {
            throw new StartupException(name() + " takes " + setting.kind().takes() + ", not '" + text + "'", notTaken);
        }
    }

    /** The value as it may be shown to anybody. */
    String shown() {
        return setting.kind().isSecret() ? "****" : setting.kind().plain(text);
    }
}
