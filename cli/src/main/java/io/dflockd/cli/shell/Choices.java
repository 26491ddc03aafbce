package io.dflockd.cli.shell;

import io.dflockd.protocol.Command;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** What the Tab key offers: commands first, then the keys that are on the server. */
final class Choices implements Completer {
    private static final List<String> OWN = List.of("help", "quit");

    private final Keys keys;

    Choices(Keys keys) {
        this.keys = keys;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String first = line.words().get(0);
        if (line.wordIndex() == 0 || (line.wordIndex() == 1 && first.equals("help"))) {
            commands(candidates);
        } else if (line.wordIndex() == 1) {
            keys.all().forEach(key -> candidates.add(new Candidate(key)));
        } else if (line.wordIndex() == 2 && first.equals(Command.STATS.word())) {
            candidates.add(new Candidate("key"));
        }
    }

    private static void commands(List<Candidate> candidates) {
        for (Command command : Command.values()) {
            if (command != Command.TAGGING && command != Command.CANCEL) {
                candidates.add(new Candidate(command.word()));
            }
        }
        OWN.forEach(word -> candidates.add(new Candidate(word)));
    }
}
