package io.dflockd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class SettingsTest {
    private static final List<UnaryOperator<Settings>> CHOICES = List.of(
            settings -> settings.withMaxLocks(7),
            settings -> settings.withMaxWaiters(7),
            settings -> settings.withMaxInflight(7),
            settings -> settings.withMaxKeys(7),
            settings -> settings.withMaxListLength(7),
            settings -> settings.withMaxSubscriptions(7),
            settings -> settings.withAutoRelease(false),
            settings -> settings.withFenceField(true),
            settings -> settings.withDefaultLeaseSeconds(7),
            settings -> settings.withMaxIdle(Duration.ofSeconds(7)));

    @Test
    void everyChoiceIsAnother() {
        List<Settings> chosen = new ArrayList<>(List.of(Settings.DEFAULT));
        CHOICES.forEach(choice -> chosen.add(choice.apply(Settings.DEFAULT)));

        assertThat(chosen).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfChoicesDoesNotMatter() {
        Settings forwards = Settings.DEFAULT;
        Settings backwards = Settings.DEFAULT;
        for (int i = 0; i < CHOICES.size(); i++) {
            forwards = CHOICES.get(i).apply(forwards);
            backwards = CHOICES.get(CHOICES.size() - 1 - i).apply(backwards);
        }

        assertThat(forwards).isEqualTo(backwards).hasSameHashCodeAs(backwards).isNotEqualTo(Settings.DEFAULT);
    }
}
