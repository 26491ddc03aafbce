package io.dflockd.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.simulation.faults.Mishap.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DeckTest {
    @Test
    void fiveHandsKillLeadersAndFollowersTenTimesAndHaveSomeOfAllTheRest() {
        List<Mishap> mishaps = deal(30, 7);

        assertThat(count(mishaps, Kind.LEADER_KILLED)).isEqualTo(10);
        assertThat(count(mishaps, Kind.FOLLOWER_KILLED)).isEqualTo(10);
        assertThat(count(mishaps, Kind.LEADER_STOPPED)).isEqualTo(5);
        assertThat(count(mishaps, Kind.ALL_KILLED)).isEqualTo(3);
        assertThat(count(mishaps, Kind.DIRECTORY_WIPED)).isEqualTo(2);
        assertThat(mishaps).allMatch(each -> each.away().compareTo(Duration.ofSeconds(1)) >= 0);
        assertThat(mishaps).allMatch(each -> each.away().compareTo(Duration.ofSeconds(30)) <= 0);
    }

    @Test
    void theSameDiceDealTheSameMishaps() {
        assertThat(deal(20, 7)).isEqualTo(deal(20, 7)).isNotEqualTo(deal(20, 8));
    }

    private static List<Mishap> deal(int count, long seed) {
        List<Mishap> mishaps = new ArrayList<>();
        Deck deck = new Deck(new Random(seed), () -> mishaps.size() == count);
        while (deck.hasNext()) {
            mishaps.add(deck.next());
        }
        return mishaps;
    }

    private static long count(List<Mishap> mishaps, Kind kind) {
        return mishaps.stream().filter(each -> each.kind() == kind).count();
    }
}
