package io.dflockd.simulation.churn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RepliesTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @Test
    void anAnswerHasAFormOfItsCommand() {
        assertThatCode(() -> Replies.check("l", "ok " + TOKEN + " 33")).doesNotThrowAnyException();
        assertThatCode(() -> Replies.check("signal", "ok 0")).doesNotThrowAnyException();

        assertThatThrownBy(() -> Replies.check("signal", "ok -1")).hasMessage("signal was answered ok -1");
        assertThatThrownBy(() -> Replies.check("elect", "ok " + TOKEN + " 33")).isInstanceOf(Fault.class);
        assertThatThrownBy(() -> Replies.check("ping", "ok ok")).isInstanceOf(Fault.class);
        assertThatThrownBy(() -> Replies.check("bwait", "error")).isInstanceOf(Fault.class);
    }

    @Test
    void aPushHasOneOfThreeForms() {
        assertThat(Heard.of("sig a.b hello you")).isEqualTo(new Heard(Heard.Kind.SIGNAL, "a.b", "hello you"));
        assertThat(Heard.of("watch kset a")).isEqualTo(new Heard(Heard.Kind.WATCH, "a", "kset"));
        assertThat(Heard.of("leader failover a")).isEqualTo(new Heard(Heard.Kind.LEADER, "a", "failover"));

        assertThatThrownBy(() -> Heard.of("watch kget a")).isInstanceOf(Fault.class);
        assertThatThrownBy(() -> Heard.of("leader elected aleader elected a")).isInstanceOf(Fault.class);
        assertThatThrownBy(() -> Heard.of("sig a")).isInstanceOf(Fault.class);
    }

    @Test
    void aPatternMatchesWholeTokens() {
        assertThat(Names.matching("churn.*.1")).accepts("churn.a.1").rejects("churn.a.b.1", "churnxa.1", "churn.a.11");
        assertThat(Names.matching("churn.>")).accepts("churn.a", "churn.a.b").rejects("churn.", "churn");
    }
}
