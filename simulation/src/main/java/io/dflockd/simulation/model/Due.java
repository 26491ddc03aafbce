package io.dflockd.simulation.model;

/** A lease or a wait that ends at an instant. */
public record Due(String key, long instant) {}
