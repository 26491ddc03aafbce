package io.dflockd.simulation.model;

/**
 * A request without an answer yet.
 *
 * @param arrival the number of its place in the queue, or at the barrier
 */
record Parked(Session session, Request request, boolean showsFence, long giveUpAt, long arrival) {}
