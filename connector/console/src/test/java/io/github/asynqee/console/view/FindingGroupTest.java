package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.Test;

/** Many findings as a few sentences. */
class FindingGroupTest {

    private static Finding finding(Severity severity, String code, String queue, String message) {
        return new Finding(severity, code, queue, message, "do something");
    }

    @Test
    void two_hundred_queues_without_a_server_are_one_sentence_with_the_sum_of_their_tasks() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            findings.add(finding(Severity.ERROR, "queue-without-server", "q" + i,
                    "no running server consumes the queue, tasks: " + i));
        }
        findings.add(finding(Severity.WARNING, "no-aof", "", "the append-only file is off"));

        List<FindingGroup> groups = FindingGroup.of(findings);
        assertThat(groups).extracting(FindingGroup::code).containsExactly("queue-without-server", "no-aof");
        assertThat(groups.get(0).queueCount()).isEqualTo(200);
        assertThat(groups.get(0).queues()).hasSize(20).startsWith("q0", "q1");
        assertThat(groups.get(0).message()).isEqualTo("no running server consumes the queue, tasks: 19900");
        assertThat(groups.get(1).queueCount()).isZero();
    }

    @Test
    void the_gravest_group_is_first_and_of_these_the_largest() {
        assertThat(FindingGroup.of(List.of(finding(Severity.INFO, "paused", "a", "paused"),
                finding(Severity.WARNING, "latency", "a", "late"), finding(Severity.WARNING, "memory", "a", "full"),
                finding(Severity.WARNING, "memory", "b", "full"), finding(Severity.ERROR, "memory", "c", "full"))))
                .extracting(group -> group.code() + " " + group.severity())
                .containsExactly("memory ERROR", "latency WARNING", "paused INFO");
    }

    private static String sentence(String... messages) {
        return FindingGroup
                .sentence(List.of(messages).stream().map(each -> finding(Severity.INFO, "c", "q", each)).toList());
    }

    @Test
    void only_numbers_that_can_be_summed_are_summed() {
        assertThat(sentence("paused with 5 pending tasks", "paused with 6 pending tasks")).isEqualTo("paused with…");
        assertThat(sentence("3 tasks of servers that died", "4 tasks of servers that died"))
                .isEqualTo("7 tasks of servers that died");
        assertThat(sentence("pending for 70 s", "pending for 90 s")).isEqualTo("pending for up to 90 s");
        assertThat(sentence("pending for 70 s", "pending for 21 min", "pending for 3 h"))
                .isEqualTo("pending for up to 3 h");
        assertThat(sentence("pending for 70 s", "waiting for 21 min"))
                .isEqualTo("pending for 70 s; waiting for 21 min");
        assertThat(sentence("the archive has 9990 of 10000 tasks", "the archive has 9999 of 10000 tasks"))
                .isEqualTo("the archive has…");
        assertThat(sentence("type \"a\" has no handler", "type \"b\" has no handler"))
                .isEqualTo("type \"a\" has no handler; type \"b\" has no handler");
        assertThat(sentence("the same", "the same")).isEqualTo("the same");
    }
}
