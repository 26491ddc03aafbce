package io.dflockd.simulation.model;

/** A request without an answer yet. */
record Parked(Waiter waiter, Request request, boolean showsFence, long giveUpAt) {}
