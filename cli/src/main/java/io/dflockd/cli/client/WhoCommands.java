package io.dflockd.cli.client;

import io.dflockd.cli.console.ExitStatus;
import io.dflockd.cli.console.Failure;
import io.dflockd.cli.wire.Unreachable;
import io.dflockd.cli.wire.WireConnection;
import io.dflockd.protocol.Command;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code dflockd who}, which tells who holds a key and who waits for it, and {@code release --force}, which ends that. */
final class WhoCommands {
    private static final String OK = "ok ";

    private final Surroundings around;

    WhoCommands(Surroundings around) {
        this.around = around;
    }

    CommandSpec who() {
        return new ClientCommand("who", around, WhoCommands::who)
                .words("KEY")
                .options(ClientOption.JSON)
                .saying(
                        "Tells who holds a key, since when, and who waits for it.",
                        ClientCommands.examples(
                                new String[] {"dflockd who deploy", "dflockd who deploy --json | jq .holders"},
                                "Status 0 if it is held, 1 if it is not."));
    }

    private static int who(Call call) throws Unreachable, Failure {
        String json = ask(call);
        KeyReport report = new KeyReport(json);
        if (call.isForPrograms()) {
            call.out().println(json);
        } else {
            report.lines().forEach(call.out()::println);
        }
        return report.isHeld() ? 0 : ExitStatus.NOTHING;
    }

    CommandSpec release() {
        return new ClientCommand("release", around, WhoCommands::release)
                .words("KEY")
                .options(ClientOption.FORCE, ClientOption.FENCE, ClientOption.REASON)
                .saying(
                        "Takes a lock from its holder and gives it to the next in line.",
                        ClientCommands.examples(
                                new String[] {
                                    "dflockd release deploy --force --reason \"host is gone\"",
                                    "dflockd release pool --force --fence 1764000000000000012 --reason stuck"
                                },
                                "The former holder may not know yet and still work: see that it has ended. What it",
                                "writes later must be refused by its fence. The server wants to hear its admin token",
                                "(--auth-token-file), or where it asks for none, to be asked from its own machine.",
                                "Several holders of one key are told apart by --fence; dflockd who shows them."));
    }

    private static int release(Call call) throws Unreachable, Failure {
        if (!call.isOn(ClientOption.FORCE)) {
            throw call.misuse("release takes something away from whoever holds it: say --force if you mean that");
        }
        if (!call.isGiven(ClientOption.REASON)) {
            throw call.misuse("--reason is missing: it stands in the log of the server");
        }
        String key = call.word(0);
        String fence = call.isGiven(ClientOption.FENCE) ? call.value(ClientOption.FENCE) : onlyHolder(call);
        try (WireConnection connection = WireConnection.open(call.servers().targetOf(key))) {
            String answer = connection.ask(Command.EVICT, key, fence + " " + call.value(ClientOption.REASON));
            require(answer, call);
        }
        call.out().println("taken away from the holder with fence " + fence);
        return 0;
    }

    private static void require(String answer, Call call) throws Failure {
        switch (answer) {
            case "ok" -> {}
            case "error_auth" ->
                throw refused("the server lets only its administrator do that: give the file of its admin token");
            case "error" -> throw refused(call.word(0) + " has no such holder any more");
            default -> throw refused("the server says: " + answer);
        }
    }

    private static String onlyHolder(Call call) throws Unreachable, Failure {
        List<String> fences = new KeyReport(ask(call)).fences();
        if (fences.isEmpty()) {
            throw refused("nobody holds " + call.word(0));
        }
        if (fences.size() > 1) {
            throw refused(call.word(0) + " has several holders: say by --fence which one (dflockd who shows them)");
        }
        return fences.get(0);
    }

    private static String ask(Call call) throws Unreachable, Failure {
        String key = call.word(0);
        try (WireConnection connection = WireConnection.open(call.servers().targetOf(key))) {
            String answer = connection.ask(Command.STATS, key, "key");
            if (!answer.startsWith(OK + "{\"key\"")) {
                throw refused("the server says: " + answer.substring(0, Math.min(answer.length(), 60)));
            }
            return answer.substring(OK.length());
        }
    }

    private static Failure refused(String why) {
        return new Failure(ExitStatus.NOTHING, why, null);
    }
}
