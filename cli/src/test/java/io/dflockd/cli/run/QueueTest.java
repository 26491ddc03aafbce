package io.dflockd.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QueueTest {
    private static String answer(int waiters, int holders, String list) {
        return "ok {\"key\":\"k\",\"kind\":\"lock\",\"limit\":1,\"waiters\":" + waiters + ",\"holder_count\":" + holders
                + ",\"holders\":[" + list + "]}";
    }

    private static final String TWELVE =
            "{\"conn_id\":12,\"mode\":\"read\",\"held_s\":190.203,\"lease_expires_in_s\":28.797,\"fence\":17}";

    @Test
    void saysWhoHoldsItAndHowManyAreBefore() {
        assertThat(Queue.UNKNOWN.next(answer(4, 1, TWELVE)).inWords())
                .isEqualTo("held by connection 12 for 3 m 10 s, 3 ahead");
        assertThat(Queue.UNKNOWN.next(answer(1, 3, TWELVE)).inWords())
                .isEqualTo("held by connection 12 and 2 more for 3 m 10 s, next in line");
        assertThat(Queue.UNKNOWN.next(answer(2, 0, "")).inWords()).isEqualTo("1 ahead");
    }

    @Test
    void whoComesLaterIsNotBefore() {
        Queue queue = Queue.UNKNOWN.next(answer(3, 1, TWELVE)).next(answer(9, 1, TWELVE));

        assertThat(queue.ahead()).isEqualTo(2);
        assertThat(queue.next(answer(1, 1, TWELVE)).ahead()).isZero();
    }

    @Test
    void whatAnOlderServerSaysTellsNothing() {
        assertThat(Queue.UNKNOWN.next("error").inWords()).isEmpty();
    }
}
