package io.dflockd.simulation;

/** One line of the engine, and the wrong one to put in its place. */
enum PlantedBug {
    NEWCOMER_OVERTAKES_THE_QUEUE(
            "FifoResource", "admit(call.turn());", "if (admits(claim)) { grant(claim, call.turn()); }"),
    TIMEOUT_DOES_NOT_SERVE_THE_QUEUE(
            "FifoResource",
            "claim.answer(why.reply(), turn);\n        admit(turn);",
            "claim.answer(why.reply(), turn);"),
    LAPSED_HOLDER_STAYS_WHEN_A_NEWCOMER_ARRIVES("Shard", "resource.evictLapsed(turn);", ""),
    WRITER_ENTERS_BESIDE_READERS("ReadWriteLock", "holders.isEmpty() || (first.reads && !isWritten())", "!isWritten()"),
    FENCE_IS_USED_AGAIN("FifoResource", "shard.crossings.fence().next()", "shard.crossings.fence().last()"),
    SALT_OF_A_TOKEN_IS_NOT_CHECKED(
            "Claim",
            "((fence ^ request.tokenFence()) | (salt ^ request.tokenSalt())) == 0",
            "fence == request.tokenFence()"),
    RELEASE_KEEPS_THE_ENTRY("FifoResource", "if (state == State.GONE) {", "if (state == State.QUEUED) {"),
    DISCONNECT_LEAVES_A_WAITER("Shard", "claim.resource.leaveQueue(claim);", ""),
    KEY_IN_USE_IS_COUNTED_FOR_EVER("Shard", "crossings.inUse().giveBack();", ""),
    WAIT_DOES_NOT_RESTART_THE_LEASE("FifoResource", "extend(entry, entry.leaseSeconds, call.turn());", ""),
    CANCEL_LEAVES_THE_WAITER(
            "Engine",
            "claim.resource.withdraw(claim, Status.TIMEOUT, turn);",
            "claim.answer(Status.TIMEOUT.reply(), turn);"),
    SNAPSHOT_REVERSES_THE_QUEUE(
            "Snapshot",
            "claims.addAll(resource.waiters.toList());",
            "claims.addAll(resource.waiters.toList()); java.util.Collections.reverse(claims);"),
    TIMEOUT_WINS_OVER_A_GRANT_AT_THE_SAME_INSTANT(
            "Claim", "sequence | WAITS_AFTER_LEASES : sequence;", "sequence : sequence | WAITS_AFTER_LEASES;"),
    REQUEST_COMES_TOO_LATE_FOR_A_WAIT_THAT_ENDS_NOW(
            "Shard", "deadlines.nextNanos() == turn.nowNanos()", "deadlines.nextNanos() > turn.nowNanos()"),
    DRAIN_LETS_THE_NEXT_IN_LINE_ENTER(
            "FifoResource",
            "claim.answer(Status.ERROR_DRAINING.reply(), turn);",
            "claim.answer(Status.ERROR_DRAINING.reply(), turn); admit(turn);"),
    ONE_WAITER_TOO_MANY("FifoResource", "waiters.size() >= maxWaiters", "waiters.size() > maxWaiters"),
    LAPSED_ENTRY_IS_FORGOTTEN(
            "FifoResource", "leaveHolders(claim, State.EVICTED);", "leaveHolders(claim, State.GONE);");

    final String type;
    final String right;
    final String wrong;

    PlantedBug(String type, String right, String wrong) {
        this.type = type;
        this.right = right;
        this.wrong = wrong;
    }
}
