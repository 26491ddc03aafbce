package io.dflockd.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.engine.Settings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NamedSettingTest {
    @ParameterizedTest
    @EnumSource
    void changesItselfAndNothingElse(NamedSetting setting) {
        String present = setting.textOf(Settings.DEFAULT);
        String other = present.equals("true") ? "false" : present.equals("false") ? "true" : "77";

        Settings changed = setting.changed(Settings.DEFAULT, other);

        assertThat(setting.textOf(changed)).isEqualTo(other);
        assertThat(NamedSetting.differing(Settings.DEFAULT, changed)).containsExactly(setting);
        assertThat(NamedSetting.named(setting.key())).contains(setting);
    }
}
