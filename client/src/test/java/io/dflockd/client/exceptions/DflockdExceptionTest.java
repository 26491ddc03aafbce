package io.dflockd.client.exceptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.protocol.Status;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class DflockdExceptionTest {
    @Test
    void withoutABetterStatusItIsAnError() {
        assertThat(new DflockdException("x").status()).isEqualTo(Status.ERROR);
        assertThat(new DflockdException("x", new IOException()).status()).isEqualTo(Status.ERROR);
        assertThat(new ConnectionException("x").status()).isEqualTo(Status.ERROR);
        assertThat(new GrantLostException("x").status()).isEqualTo(Status.ERROR);
        assertThat(new WaitInterruptedException("x").status()).isEqualTo(Status.ERROR);
        assertThat(new ProtocolViolationException("x").status()).isEqualTo(Status.ERROR);
    }

    @Test
    void eachRefusalHasItsStatus() {
        assertThat(new DflockdException(Status.NIL, "x").status()).isEqualTo(Status.NIL);
        assertThat(new LockTimeoutException("x").status()).isEqualTo(Status.TIMEOUT);
        assertThat(new AuthException("x").status()).isEqualTo(Status.ERROR_AUTH);
        assertThat(new NotLeaderException("x", null).status()).isEqualTo(Status.ERROR_NOT_LEADER);
    }

    @Test
    void theCauseIsKept() {
        var cause = new IOException("reset");

        assertThat(new ConnectionException("broke", cause)).hasMessage("broke").hasCause(cause);
        assertThat(new WaitInterruptedException("woken", cause))
                .hasMessage("woken")
                .hasCause(cause);
    }
}
