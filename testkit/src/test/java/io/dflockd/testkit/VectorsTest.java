package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.testkit.Step.*;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class VectorsTest {
    @Test
    void findsEveryVectorOfTheProtocolInOrder() {
        List<String> expected =
                IntStream.rangeClosed(1, 181).mapToObj("V%03d"::formatted).toList();

        assertThat(Vectors.all()).extracting(Vector::id).isEqualTo(expected);
    }

    @Test
    void takesARangeWithBothItsEnds() {
        assertThat(Vectors.range("V079", "V081")).extracting(Vector::id).containsExactly("V079", "V080", "V081");
    }

    @Test
    void splitsAVectorIntoItsParts() {
        var vector = Vector.parse("V150 D long token [--auth-token=<y*3> --debug] :: A auth|_|<y*3> => ok ; A EOF");

        assertThat(vector.id()).isEqualTo("V150");
        assertThat(vector.marks()).isEqualTo("D");
        assertThat(vector.title()).isEqualTo("long token");
        assertThat(vector.options()).containsExactly("--auth-token=yyy", "--debug");
        assertThat(vector.steps()).containsExactly(new Send("A", "auth|_|<y*3>"), new Expect("A", "ok"), new Eof("A"));
    }

    @Test
    void readsEveryKindOfStep() {
        var vector = Vector.parse("V999 EC all steps :: A 1 l|k|0 5 ; A raw:l\\n ; A <= ok $t 33 ; A <=any 1 ok && 2 ok"
                + " ; A quiet ; A half ; A close ; wait 0.05 ; term ; refused ; exit 0");

        assertThat(vector.options()).isEmpty();
        assertThat(vector.steps())
                .containsExactly(
                        new Send("A", "1 l|k|0 5"),
                        new Raw("A", "l\\n"),
                        new Expect("A", "ok $t 33"),
                        new ExpectAny("A", List.of("1 ok", "2 ok")),
                        new Quiet("A"),
                        new Half("A"),
                        new Close("A"),
                        new Wait(Duration.ofMillis(50)),
                        new Term(),
                        new Refused(),
                        new Exit(0));
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> Vector.parse("V001 EC no steps")).hasMessageContaining("V001 EC no steps");
        assertThatThrownBy(() -> Vector.parse("V001 EC misspelt :: A qiuet")).hasMessageContaining("A qiuet");
    }
}
