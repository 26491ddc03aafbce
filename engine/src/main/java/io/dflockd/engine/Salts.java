package io.dflockd.engine;

/** A source of secret numbers for tokens. The engine has none of its own. */
public interface Salts {
    long next();
}
