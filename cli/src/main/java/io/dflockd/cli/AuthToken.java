package io.dflockd.cli;

import static io.dflockd.cli.Setting.ADMIN_TOKEN_FILE;
import static io.dflockd.cli.Setting.AUTH_TOKEN;
import static io.dflockd.cli.Setting.AUTH_TOKEN_FILE;
import static io.dflockd.server.ServerConfig.LONGEST_AUTH_TOKEN;

import io.dflockd.server.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The secret that clients must send first, and where it was given. */
record AuthToken(String secret, Given given) {
    /** One of the places where a token may be. */
    private record Place(Setting setting, Source source) {}

    private static final List<Place> STRONGEST_FIRST = List.of(
            new Place(AUTH_TOKEN, Source.ENVIRONMENT),
            new Place(AUTH_TOKEN, Source.FLAG),
            new Place(AUTH_TOKEN_FILE, Source.FLAG),
            new Place(AUTH_TOKEN_FILE, Source.ENVIRONMENT),
            new Place(AUTH_TOKEN, Source.FILE),
            new Place(AUTH_TOKEN_FILE, Source.FILE));

    /** The token that counts; none when authentication is off. */
    static Optional<AuthToken> find(Settings settings) throws StartupException {
        for (Place place : STRONGEST_FIRST) {
            Optional<Given> given = settings.from(place.source(), place.setting());
            if (given.isPresent() && !given.get().text().isBlank()) {
                return Optional.of(read(given.get()));
            }
        }
        return Optional.empty();
    }

    /** The token that also lets its owner change the cluster, if there is one. */
    static Optional<AuthToken> findAdmin(Settings settings) throws StartupException {
        Optional<Given> given = settings.effective(ADMIN_TOKEN_FILE);
        return given.isPresent() ? Optional.of(read(given.get())) : Optional.empty();
    }

    private static AuthToken read(Given given) throws StartupException {
        String secret = (isFile(given) ? contents(given) : given.text()).trim();
        if (secret.isEmpty()) {
            throw wrong(given, "is empty");
        }
        if (secret.indexOf('\n') >= 0 || secret.indexOf('\r') >= 0) {
            throw wrong(given, "has several lines");
        }
        if (secret.getBytes(StandardCharsets.UTF_8).length > LONGEST_AUTH_TOKEN) {
            throw wrong(given, "is longer");
        }
        return new AuthToken(secret, given);
    }

    /** Reads a little more than a token may be long, so that a wrong file is recognised and not swallowed whole. */
    private static String contents(Given given) throws StartupException {
        try (InputStream file = Files.newInputStream(Path.of(given.text()))) {
            byte[] bytes = file.readNBytes(2 * LONGEST_AUTH_TOKEN);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw wrong(given, "is not text in UTF-8");
        } catch (IOException unreadable) {
            throw wrong(given, "cannot be read");
        }
    }

    private static StartupException wrong(Given given, String fault) {
        String takes =
                " takes " + (isFile(given) ? "a file with " : "") + "one line of 1 to " + LONGEST_AUTH_TOKEN + " bytes";
        return new StartupException(
                given.name() + takes + ", and " + (isFile(given) ? given.text() : "this") + " " + fault);
    }

    private static boolean isFile(Given given) {
        return given.setting() != AUTH_TOKEN;
    }

    /** Keeps the secret out of logs and messages. */
    @Override
    public String toString() {
        return "AuthToken[" + given.name() + "]";
    }
}
