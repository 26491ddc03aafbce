package io.dflockd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PitfallCoverageTest {
    private final PitfallList list = PitfallList.parse(Stream.of(
            "# Pitfalls",
            "- a line of prose",
            "- **XA-01** Grant and timeout at once",
            "- **XA-02** Clocks — of all kinds — not tested: there is no clock",
            "- **XB-01** Two leaders — later: comes with the cluster"));

    @Test
    void readsIdsAndReasonsFromTheList() {
        assertThat(list.ids()).containsExactly("XA-01", "XA-02", "XB-01");
        assertThat(list.ids("XA")).containsExactly("XA-01", "XA-02");
        assertThat(list.reasons())
                .containsEntry("XA-02", "not tested: there is no clock")
                .containsEntry("XB-01", "later: comes with the cluster")
                .hasSize(2);
    }

    @Test
    void readsTheListOfTheProject() {
        assertThat(PitfallList.ofProject().ids()).hasSize(200).contains("LM-01", "JV-04");
    }

    @Test
    void refusesAListThatNamesAnIdTwiceOrInAnotherForm() {
        assertThatThrownBy(() -> PitfallList.parse(Stream.of("- **XA-01** a", "- **XA-01** b")))
                .hasMessage("XA-01 is listed twice");
        assertThatThrownBy(() -> PitfallList.parse(Stream.of("- **XA-1** a")))
                .hasMessage("not an item of the list: - **XA-1** a");
    }

    @Test
    void findsTheIdsOfAnnotationsInSources() {
        String name = "@Pitfall"; // apart from what follows, or this file would be found too
        String one = name + "(\"XA-01\") void a() {}";
        String several = name + "({\n    \"XA-02\",\n    \"XB-01\"\n})\nvoid b() {}";

        assertThat(PitfallCoverage.idsIn(one + "\n" + several)).containsExactly("XA-01", "XA-02", "XB-01");
        assertThat(PitfallCoverage.idsIn("// \"XA-01\" in prose")).isEmpty();
    }

    @Test
    void isContentWhenEveryIdHasATestOrAReason() {
        var coverage = new PitfallCoverage(list, Set.of("XA-01"));

        assertThatCode(() -> coverage.requireGroups("XA", "XB")).doesNotThrowAnyException();
    }

    @Test
    void wantsATestOrAReasonForEveryIdOfTheGroups() {
        var coverage = new PitfallCoverage(list, Set.of());

        assertThat(coverage.complaints("XA", "XB")).containsExactly("XA-01 has neither a test nor a reason");
        assertThat(coverage.complaints("XB")).isEmpty();
        assertThat(coverage.complaints("XC")).containsExactly("XC has no items in docs/pitfalls.md");
        assertThatThrownBy(() -> coverage.requireGroups("XA")).isInstanceOf(AssertionError.class);
    }

    @Test
    void refusesATestOfAnUnknownIdOrOfOneThatSaysItHasNone() {
        var coverage = new PitfallCoverage(list, Set.of("XA-01", "XA-02", "XZ-99"));

        assertThat(coverage.complaints("XA"))
                .containsExactly(
                        "XA-02 is tested and yet listed as not tested: there is no clock",
                        "XZ-99 is tested but not listed in docs/pitfalls.md");
    }
}
