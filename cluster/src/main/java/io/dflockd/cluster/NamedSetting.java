package io.dflockd.cluster;

import io.dflockd.engine.Settings;
import io.dflockd.protocol.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A setting that all nodes share and that can be changed while they run. It is called what its flag is called. */
@SuppressWarnings("ImmutableEnumChecker") // functions have no state
enum NamedSetting {
    MAX_LOCKS(settings -> settings.limits().maxLocks(), count(1, Settings::withMaxLocks)),
    MAX_WAITERS(settings -> settings.limits().maxWaiters(), count(0, Settings::withMaxWaiters)),
    MAX_INFLIGHT(settings -> settings.limits().maxInflight(), count(1, Settings::withMaxInflight)),
    MAX_KEYS(settings -> settings.limits().maxKeys(), count(0, Settings::withMaxKeys)),
    MAX_LIST_LENGTH(settings -> settings.limits().maxListLength(), count(0, Settings::withMaxListLength)),
    MAX_SUBSCRIPTIONS(settings -> settings.limits().maxSubscriptions(), count(0, Settings::withMaxSubscriptions)),
    DEFAULT_LEASE_TTL(Settings::defaultLeaseSeconds, seconds(Settings::withDefaultLeaseSeconds)),
    GC_MAX_IDLE(
            settings -> settings.maxIdle().toSeconds(),
            seconds((settings, age) -> settings.withMaxIdle(Duration.ofSeconds(age)))),
    AUTO_RELEASE_ON_DISCONNECT(Settings::autoRelease, yesOrNo(Settings::withAutoRelease)),
    FENCE_FIELD(Settings::fenceField, yesOrNo(Settings::withFenceField));

    private final Function<Settings, Object> value;
    private final BiFunction<Settings, String, Settings> change;

    NamedSetting(Function<Settings, Object> value, BiFunction<Settings, String, Settings> change) {
        this.value = value;
        this.change = change;
    }

    static Optional<NamedSetting> named(String name) {
        return Arrays.stream(values())
                .filter(setting -> setting.key().equals(name))
                .findFirst();
    }

    /** The settings that have another value in the one than in the other. */
    static List<NamedSetting> differing(Settings one, Settings other) {
        return Arrays.stream(values())
                .filter(setting -> !setting.textOf(one).equals(setting.textOf(other)))
                .toList();
    }

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String textOf(Settings settings) {
        return String.valueOf(value.apply(settings));
    }

    /** The same settings but for this one; throws IllegalArgumentException for a text that it does not take. */
    Settings changed(Settings settings, String text) {
        return change.apply(settings, text);
    }

    private static BiFunction<Settings, String, Settings> count(
            int least, BiFunction<Settings, Integer, Settings> change) {
        return (settings, text) -> change.apply(settings, (int) between(least, Integer.MAX_VALUE, text));
    }

    private static BiFunction<Settings, String, Settings> seconds(BiFunction<Settings, Long, Settings> change) {
        return (settings, text) -> change.apply(settings, between(1, Request.MAX_SECONDS, text));
    }

    private static BiFunction<Settings, String, Settings> yesOrNo(BiFunction<Settings, Boolean, Settings> change) {
        return (settings, text) -> {
            require(text.equals("true") || text.equals("false"));
            return change.apply(settings, text.equals("true"));
        };
    }

    private static long between(long least, long most, String text) {
        require(text.matches("[0-9]{1,18}"));
        long number = Long.parseLong(text);
        require(number >= least && number <= most);
        return number;
    }

    private static void require(boolean rule) {
        if (!rule) {
            throw new IllegalArgumentException();
        }
    }
}
