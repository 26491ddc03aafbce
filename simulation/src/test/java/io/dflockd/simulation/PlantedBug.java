package io.dflockd.simulation;

/** One line of the engine, and the wrong one to put in its place. */
enum PlantedBug {
    NEWCOMER_OVERTAKES_THE_QUEUE(
            "FifoResource", "serve(claim, call.turn());", "if (admits(claim)) { enter(claim, call.turn()); }"),
    TIMEOUT_DOES_NOT_SERVE_THE_QUEUE(
            "FifoResource",
            "claim.answer(why.reply(), turn);\n        admit(turn);",
            "claim.answer(why.reply(), turn);"),
    LAPSED_HOLDER_STAYS_WHEN_A_NEWCOMER_ARRIVES("Shard", "resource.evictLapsed(turn);", ""),
    WRITER_ENTERS_BESIDE_READERS("ReadWriteLock", "holders.isEmpty() || (first.reads && !isWritten())", "!isWritten()"),
    FENCE_IS_USED_AGAIN("FifoResource", "shard.crossings.fence().next()", "shard.crossings.fence().last()"),
    SALT_OF_A_TOKEN_IS_NOT_CHECKED(
            "Claim",
            "((fence ^ request.tokenFence()) | (salt() ^ request.tokenSalt())) == 0",
            "fence == request.tokenFence()"),
    RELEASE_KEEPS_THE_ENTRY("FifoResource", "if (state == State.GONE) {", "if (state == State.QUEUED) {"),
    DISCONNECT_LEAVES_A_WAITER("Shard", "claim.resource.leaveQueue(claim);", ""),
    KEY_IN_USE_IS_COUNTED_FOR_EVER("Shard", "crossings.inUse().giveBack();", ""),
    WAIT_DOES_NOT_RESTART_THE_LEASE("FifoResource", "extend(entry, entry.leaseSeconds, call.turn());", ""),
    CANCEL_LEAVES_THE_WAITER(
            "Claim", "resource.withdraw(this, Status.TIMEOUT, turn);", "answer(Status.TIMEOUT.reply(), turn);"),
    SNAPSHOT_REVERSES_THE_QUEUE(
            "SnapshotWriter",
            "claims.addAll(resource.waiters.toList());",
            "claims.addAll(resource.waiters.toList()); java.util.Collections.reverse(claims);"),
    TIMEOUT_WINS_OVER_A_GRANT_AT_THE_SAME_INSTANT(
            "Deadlines", "isWait() ? sequence() | LAST : sequence();", "isWait() ? sequence() : sequence() | LAST;"),
    REQUEST_COMES_TOO_LATE_FOR_A_WAIT_THAT_ENDS_NOW("Shard", "due < turn.nowNanos()", "due <= turn.nowNanos()"),
    DRAIN_LETS_THE_NEXT_IN_LINE_ENTER(
            "FifoResource",
            "leaveQueue(claim);\n                claim.answer(Status.ERROR_DRAINING.reply(), turn);",
            "leaveQueue(claim); admit(turn);\n                claim.answer(Status.ERROR_DRAINING.reply(), turn);"),
    ONE_WAITER_TOO_MANY("FifoResource", "waiters.size() >= maxWaiters", "waiters.size() > maxWaiters"),
    LAPSED_ENTRY_IS_FORGOTTEN("FifoResource", "leaveHolders(claim, State.EVICTED)", "leaveHolders(claim, State.GONE)"),

    RELEASE_IS_ANNOUNCED_AFTER_THE_SUCCESSOR(
            "FifoResource",
            "shard.announce(RELEASED, key, turn);\n        boolean succeeded = admit(turn);",
            "boolean succeeded = admit(turn);\n        shard.announce(RELEASED, key, turn);"),
    SECOND_PHASE_ANNOUNCES_ONCE_MORE("FifoResource", "if (!entry.told) {", "if (true) {"),
    PUSHES_OF_A_REQUEST_OVERTAKE_ITS_ANSWER("ReplyFirst", "if (to == session && !isAnswered) {", "if (false) {"),
    OBSERVERS_HEAR_OF_A_VACANCY_BESIDE_A_SUCCESSOR(
            "FifoResource", "if (!succeeded && lost.isAnnounced()) {", "if (lost.isAnnounced()) {"),
    OBSERVERS_ARE_NOT_TOLD_OF_THE_END_OF_A_LEADER_THEY_MET("Observers", "leader.reported = true;", ""),
    WINNER_HEARS_OF_ITS_OWN_ELECTION("Observers", "if (each.session != winner.session) {", "if (true) {"),
    COUNTER_WRAPS_AROUND("Counter", "if (overflows) {", "if (false) {"),
    COUNTER_BACK_AT_ZERO_IS_NEVER_COLLECTED("Counter", "value = number;\n        joinZeros();", "value = number;"),
    DELETED_KEY_IS_COUNTED_FOR_EVER("Shelf", "keys.giveBack();", ""),
    VALUE_KEEPS_THE_TIME_TO_LIVE_OF_THE_ONE_BEFORE(
            "Value", "} else {\n            shard.deadlines.cancel(value);", "} else {"),
    END_OF_A_VALUE_IS_ANNOUNCED(
            "Value",
            "public void expire(Turn turn) {",
            "public void expire(Turn turn) { shard.announce(\"kdel\", key, turn);"),
    COMPARISON_WITH_NOTHING_SUCCEEDS("Value", "call.request().expectsAbsence()", "true"),
    ITEM_GOES_TO_WHO_CAME_LAST(
            "ItemList",
            "DataWaiter waiter = waiters.firstOrNull();",
            "DataWaiter waiter = waiters.isEmpty() ? null : waiters.toList().get(waiters.size() - 1);"),
    HAND_OVER_FORGETS_THE_CONSUMER("ItemList", "shard.announce(oldest.command.word(), key, call.turn());", ""),
    ONE_ITEM_TOO_MANY("ItemList", "list.items.size() >= maxLength", "list.items.size() > maxLength"),
    WAIT_FOR_AN_ITEM_TAKES_FROM_THE_WRONG_END("ItemList", "take(call, End.RIGHT);", "take(call, End.LEFT);"),
    PROBE_JOINS_THE_BARRIER("Barrier", "if (!isLast && timeout > 0) {", "if (!isLast) {"),
    BARRIER_OUTLIVES_WHO_GIVES_UP(
            "Barrier",
            "public void giveUp(DataWaiter waiter, Turn turn) {\n        dissolve(Status.TIMEOUT, turn);",
            "public void giveUp(DataWaiter waiter, Turn turn) {\n        members.remove(waiter.session.id()); "
                    + "waiter.answer(Status.TIMEOUT.reply(), turn);"),
    OVERLAPPING_PATTERNS_DELIVER_TWICE("Broadcast", "session.lastBroadcast != number;", "true;"),
    GROUP_DOES_NOT_TAKE_TURNS("Group", "next = chosen.next;\n        return", "return"),
    MEMBER_WHO_DOES_NOT_READ_IS_NOT_PASSED_OVER("Group", " || crossings.isMuted(chosen.session)", ""),
    WILDCARD_FOR_THE_REST_MATCHES_NOTHING_TOO(
            "PatternIndex",
            "tokens.size()) {\n                return node.kept;",
            "tokens.size()) {\n                return node.kept == null && node.rest != null ? node.rest.kept : node.kept;"),
    PATTERN_IS_LOOKED_FOR_BY_ITS_FIRST_TOKEN_ALONE("PatternIndex", "beginnings.containsKey(ANY_BEGINNING) || ", ""),
    NAME_AND_PATTERN_DELIVER_TWICE(
            "Subscriptions",
            "broadcast.toEach(watchers, turn.outbox());",
            "Broadcast.ofOneName(text, crossings).toEach(watchers, turn.outbox());"),
    WILDCARD_STANDS_ANYWHERE("Subscriptions", "if (!Patterns.isPattern(name)) {", "if (false) {"),
    ONE_SUBSCRIPTION_TOO_MANY("Session", "subscriptionCount >= most", "subscriptionCount > most"),
    SNAPSHOT_FORGETS_WHOSE_TURN_IT_IS("SnapshotReader", "groupOf(member).setNext(member);", ""),
    DRAIN_LEAVES_WHO_WAITS_AT_A_BARRIER(
            "Shard", "barriers.inOrderOfKeys().forEach(barrier -> barrier.dismiss(turn));", ""),

    STATE_DEPENDS_ON_WHO_LISTENS(
            "Broadcast",
            "Session chosen = group.choose(crossings);",
            "Session chosen = outbox instanceof Enum<?> ? group.next().session : group.choose(crossings);"),
    SALT_COMES_FROM_OUTSIDE(
            "FifoResource", "claim.setToken(fence, turn.salts().next());", "claim.setToken(fence, System.nanoTime());"),
    STATS_OF_A_KEY_COUNT_AS_ACTIVITY(
            "Engine",
            "new KeyStats(key, shard.resources.get(key), nowNanos)",
            "new KeyStats(key, shard.find(key, new Turn(nowNanos, () -> 0, null)), nowNanos)"),
    ORDER_OF_A_MAP_IS_SEEN(
            "SnapshotWriter", "List.copyOf(byId.values())", "List.copyOf(crossings.sessions().values())"),
    SNAPSHOT_FORGETS_THE_TIME("SnapshotReader", "shard.latestNanos = in.readLong();", "in.readLong();"),
    SNAPSHOT_FORGETS_WHO_DOES_NOT_READ("SnapshotReader", "engine.crossings().muted().put(session.id(), session);", "");

    final String type;
    final String right;
    final String wrong;

    PlantedBug(String type, String right, String wrong) {
        this.type = type;
        this.right = right;
        this.wrong = wrong;
    }
}
