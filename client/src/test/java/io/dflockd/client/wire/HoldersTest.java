package io.dflockd.client.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.wire.Holders.Holder;
import org.junit.jupiter.api.Test;

class HoldersTest {
    @Test
    void readsWhoHoldsALock() {
        String line =
                "ok {\"key\":\"orders\",\"kind\":\"lock\",\"limit\":1,\"waiters\":3,\"holder_count\":1,\"holders\":"
                        + "[{\"conn_id\":12,\"held_s\":4.203,\"lease_expires_in_s\":28.797,\"fence\":1764000000000000012}]}";

        assertThat(Holders.parse(line)).hasValueSatisfying(holders -> {
            assertThat(holders.waiters()).isEqualTo(3);
            assertThat(holders.count()).isEqualTo(1);
            assertThat(holders.first()).containsExactly(new Holder(12, "", "", 4.203, 28.797));
        });
    }

    @Test
    void readsAllReadersOfAReadWriteLock() {
        String line = "ok {\"key\":\"doc\",\"kind\":\"rw_lock\",\"waiters\":0,\"holder_count\":2,\"holders\":"
                + "[{\"conn_id\":1,\"mode\":\"read\",\"held_s\":9,\"lease_expires_in_s\":1.5,\"fence\":7},"
                + "{\"conn_id\":2,\"mode\":\"read\",\"held_s\":0.001,\"lease_expires_in_s\":33,\"fence\":8}]}";

        assertThat(Holders.parse(line).orElseThrow().first())
                .containsExactly(new Holder(1, "", "", 9, 1.5), new Holder(2, "", "", 0.001, 33));
    }

    @Test
    void isNotMisledByAKeyThatLooksLikeTheAnswer() {
        String line = "ok {\"key\":\"\\\"waiters\\\":9,\\\"holder_count\\\":9,\",\"kind\":\"none\",\"waiters\":0,"
                + "\"holder_count\":0,\"holders\":[]}";

        assertThat(Holders.parse(line)).contains(new Holders("", 0, 0, java.util.List.of()));
    }

    @Test
    void knowsNothingFromAServerThatDoesNotKnowTheQuestion() {
        assertThat(Holders.parse("ok {\"connections\":1,\"locks\":[]}")).isEmpty();
        assertThat(Holders.parse("error")).isEmpty();
    }
}
