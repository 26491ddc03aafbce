package io.dflockd.simulation;

/** One line of the replicated machine or of what is around it, and the wrong one to put in its place. */
enum PlantedClusterBug {
    WHAT_COMES_TWICE_IS_APPLIED_TWICE("Node", "header.sequence() == sequence + 1", "header.sequence() <= sequence + 1"),
    GAP_IS_TAKEN("Node", "header.sequence() == sequence + 1", "header.sequence() > sequence"),
    SUB_BATCH_OF_AN_EARLIER_LIFE_IS_TAKEN("Node", "header.epoch() == epoch && ", ""),
    SUB_BATCH_OF_A_LIFE_THAT_IS_OVER_IS_TAKEN("Node", "isPresent && header.epoch()", "header.epoch()"),
    TIME_IS_RESET_ON_ELECTION(
            "LeaderClock", "return machineNanos + (steadyNow - steadyNanos);", "return steadyNow - steadyNanos;"),
    CLOCKS_OF_TWO_NODES_ARE_COMPARED(
            "LeaderClock", "return machineNanos + (steadyNow - steadyNanos);", "return steadyNow;"),
    TIME_FALLS("Schedule", "Math.max(nowNanos, nanos)", "nanos"),
    NEXT_SWEEP_IS_MISSING_IN_THE_SNAPSHOT(
            "MachineSnapshot", "schedule.nextSweepNanos = in.readLong();", "in.readLong();"),
    NEXT_COLLECTION_IS_MISSING_IN_THE_SNAPSHOT(
            "MachineSnapshot", "schedule.nextCollectionNanos = in.readLong();", "in.readLong();"),
    NUMBER_OF_SESSIONS_IS_MISSING_IN_THE_SNAPSHOT(
            "MachineSnapshot", "machine.table.lastSession = nodes.lastSession;", ""),
    SEQUENCE_OF_A_NODE_IS_MISSING_IN_THE_SNAPSHOT(
            "MachineSnapshot", "node.sequence = in.readLong();", "in.readLong();"),
    LINES_OF_AN_EARLIER_LIFE_ARE_DELIVERED("Home", "session.epoch() == epoch && ", ""),
    A_REPLACED_MACHINE_GOES_ON_WITH_ITS_CLIENTS(
            "Home", "public void replaced() {\n        nonce = 0;\n        end();", "public void replaced() {"),
    DRAIN_IS_REPLICATED_TO_ALL(
            "SessionTable",
            "engine.dismiss(List.copyOf(node.sessions.values()), turn);",
            "engine.dismiss(engine.sessions(), turn);"),
    DRAINING_NODE_OPENS_AS_BEFORE("SessionTable", "if (node.isDismissed) {", "if (false) {"),
    NODE_THAT_IS_GONE_LEAVES_ITS_SESSIONS(
            "SessionTable", "node.sessions.clear();\n        endAll(sessions, turn);", ""),
    HELLO_LEAVES_THE_SESSIONS_BEFORE_IT(
            "ReplicatedMachine", "table.end(node, turn);\n        node.begin(version);", "node.begin(version);"),
    LATE_HELLO_IS_TAKEN("ReplicatedMachine", "node(name).epoch() != epochBefore", "false"),
    END_OF_AN_EARLIER_LIFE_ENDS_THE_PRESENT_ONE(
            "ReplicatedMachine", "node.isPresent && node.epoch == epoch", "node.isPresent"),
    SETTINGS_ARE_TAKEN_TWICE("ReplicatedMachine", "isFounded() && replaced == settingsNumber", "isFounded()"),
    SALTS_ARE_THE_REPLICAS_OWN(
            "ReplicatedMachine", "Salts.of(in.readLong(),", "Salts.of(in.readLong() ^ System.identityHashCode(this),"),
    NOTHING_IS_SENT_AGAIN("Outbound", "givenUpTo = lastSequence - sent.size();", ""),
    ONE_TOO_MANY_IS_FORGOTTEN(
            "Outbound", "sent.getFirst().sequence <= sequence", "sent.getFirst().sequence <= sequence + 1"),
    NUMBERS_GO_ON_IN_A_NEW_LIFE("Outbound", "lastSequence = 0;", ""),
    LEADER_WAITS_FOR_WHAT_IT_HAS_LOST(
            "Sequencer",
            "List<Offered> others = List.copyOf(waiting);\n        reset();",
            "List<Offered> others = List.copyOf(waiting);\n        waiting.clear();");

    final String type;
    final String right;
    final String wrong;

    PlantedClusterBug(String type, String right, String wrong) {
        this.type = type;
        this.right = right;
        this.wrong = wrong;
    }
}
