package io.github.asynqee.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessContenderTest {

    @TempDir
    Path folder;

    private ProcessContender child(Duration patience) {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), TinyChild.class.getName());
        return new ProcessContender("tiny", "tiny-1", command, log(), order -> !order.verb().equals("heap"), patience);
    }

    private Path log() {
        return folder.resolve("logs").resolve("tiny.log");
    }

    @Test
    void answers_are_numbers_by_their_names() {
        try (Contender child = child(ProcessContender.PATIENCE)) {
            assertThat(child.ask(Order.to("add").with("a", 2).with("b", 40))).containsOnly(entry("sum", 42L));
            assertThat(child.ask(Order.to("start").with("queues", "a:1"))).isEmpty();
            assertThat(child.name()).isEqualTo("tiny");
            assertThat(child.id()).isEqualTo("tiny-1");
            assertThat(child.can(Order.to("heap"))).isFalse();
            assertThat(child.can(Order.to("start"))).isTrue();
        }
    }

    @Test
    void a_refusal_names_contender_order_reason_and_log() {
        try (Contender child = child(ProcessContender.PATIENCE)) {
            assertThatThrownBy(() -> child.ask(Order.to("heap"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("tiny", "\"heap\"", "heap is not known", "no idea of a heap",
                            log().toString());
            assertThat(child.ask(Order.to("start"))).isEmpty();
        }
    }

    @Test
    void a_process_that_dies_is_told_with_exit_code_and_end_of_log() {
        try (Contender child = child(ProcessContender.PATIENCE)) {
            assertThatThrownBy(() -> child.ask(Order.to("die"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("tiny", "exit code 7", "\"die\"", "I was told to die");
            assertThatThrownBy(() -> child.ask(Order.to("start"))).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("exit code 7");
        }
    }

    @Test
    void a_process_that_does_not_answer_in_time_is_killed() {
        try (Contender child = child(Duration.ofMillis(1_500))) {
            assertThatThrownBy(() -> child.ask(Order.to("await").with("within", 200)))
                    .isInstanceOf(IllegalStateException.class).hasMessageContainingAll("ended with exit code", "await");
        }
    }

    @Test
    void processor_time_grows_with_work() {
        try (Contender child = child(ProcessContender.PATIENCE)) {
            child.ask(Order.to("start"));
            long before = child.cpuNanos();
            child.ask(Order.to("burn"));
            assertThat(child.cpuNanos() - before).isGreaterThan(50_000_000);
        }
    }

    @Test
    void a_closed_process_ends_by_itself() throws IOException {
        child(ProcessContender.PATIENCE).close();
        assertThat(Files.readString(log())).contains("the input has ended");
    }

    @Test
    void a_program_that_is_not_there_is_told() {
        assertThatThrownBy(() -> new ProcessContender("gone", "gone", List.of(folder.resolve("gone").toString()), log(),
                order -> true)).isInstanceOf(UncheckedIOException.class).hasMessageContaining("gone cannot be started");
    }

    private static Map.Entry<String, Long> entry(String name, long value) {
        return Map.entry(name, value);
    }
}
