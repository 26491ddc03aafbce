package io.dflockd.simulation.churn;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LedgerTest {
    private final Ledger ledger = new Ledger();

    @Test
    void anItemMayBePoppedOnceFromItsList() {
        String item = ledger.newItem("a");

        assertThatThrownBy(() -> ledger.popped("b", "ok " + item)).hasMessageContaining("of another list");
        ledger.popped("a", "ok " + item);
        assertThatThrownBy(() -> ledger.popped("a", "ok " + item)).hasMessageContaining("came twice");
        assertThatThrownBy(() -> ledger.popped("a", "ok a#99")).hasMessageContaining("never pushed");
    }

    @Test
    void whoLeftWhileWaitingMayHaveTakenOneItem() {
        ledger.newItem("a");
        ledger.popAbandoned();
        assertThatCode(ledger::close).doesNotThrowAnyException();

        ledger.newItem("a");
        assertThatThrownBy(ledger::close).hasMessageStartingWith("items lost: 2");
    }
}
