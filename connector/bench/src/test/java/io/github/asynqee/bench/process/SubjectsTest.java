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

import io.github.asynqee.bench.subject.Command;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How subjects are controlled, and which commands they support. */
class SubjectsTest {

    private static final Command START = Command
            .parse("start redis=redis://127.0.0.1:7000 queues=a:6,b:1 concurrency=50");

    @TempDir
    Path folder;

    private ProcessSubject child(String script, Duration limit) {
        return new ProcessSubject("tiny", "tiny-1", List.of("sh", "-c", script), log(),
                command -> command.verb().equals("start"), limit);
    }

    private ProcessSubject child(String script) {
        return child(script, Duration.ofSeconds(30));
    }

    private Path log() {
        return folder.resolve("logs").resolve("tiny.log");
    }

    @Test
    void a_reply_has_numbers_by_their_names() {
        try (Subject child = child("read line; echo ok sum=42 last=7; read line; echo ok; cat")) {
            assertThat(child.send(START)).isEqualTo(Map.of("sum", 42L, "last", 7L));
            assertThat(child.send(START)).isEmpty();
            assertThat(child.supports(START)).isTrue();
            assertThat(child.supports(Command.of("stop"))).isFalse();
        }
    }

    @Test
    void a_rejected_command_is_reported_with_subject_command_reason_and_log() {
        try (Subject child = child("echo reason for the log >&2; read line; echo failed: unknown; cat")) {
            assertThatThrownBy(() -> child.send(START)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("tiny", START.toString(), "unknown", "reason for the log",
                            log().toString());
        }
    }

    @Test
    void a_process_that_dies_is_reported_with_exit_code_and_end_of_log() {
        try (Subject child = child("read line; echo dying >&2; exit 7")) {
            assertThatThrownBy(() -> child.send(START)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("tiny", "exit code 7", "dying");
        }
    }

    @Test
    void a_process_that_does_not_reply_in_time_is_killed() {
        try (Subject child = child("exec sleep 600", Duration.ofMillis(300))) {
            assertThatThrownBy(() -> child.send(Command.of("await").with("within", 200)))
                    .isInstanceOf(IllegalStateException.class).hasMessageContainingAll("ended with exit code", "await");
        }
    }

    @Test
    void a_closed_process_ends_by_itself() throws IOException {
        child("cat; echo the input has ended >&2").close();
        assertThat(Files.readString(log())).contains("the input has ended");
    }

    @Test
    void a_missing_program_is_reported() {
        assertThatThrownBy(() -> new ProcessSubject("gone", "gone", List.of(folder.resolve("gone").toString()), log(),
                command -> true)).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("gone cannot be started");
    }

    @Test
    void virtual_threads_need_a_java_that_has_them() {
        assertThat(ProcessSubject.hasThreads(START)).isTrue();
        assertThat(ProcessSubject.hasThreads(START.with("threads", "virtual")))
                .isEqualTo(Runtime.version().feature() >= 21);
    }

    @Test
    void a_start_of_a_server_is_a_configuration_of_its_only_channel() {
        Command start = START.with("sleep", 20).with("threads", "virtual").with("channels", "bench:");

        assertThat(ServerSubject.environment(start)).isEqualTo(Map.of(
                "MP_MESSAGING_CONNECTOR_ASYNQ_URL", "redis://127.0.0.1:7000",
                "MP_MESSAGING_INCOMING_BENCH_QUEUES", "a=6,b=1",
                "MP_MESSAGING_INCOMING_BENCH_CONCURRENCY", "50",
                "MP_MESSAGING_INCOMING_BENCH_EXECUTOR", "virtual",
                "MP_MESSAGING_INCOMING_BENCH_TYPE", "bench:",
                "BENCH_SLEEP", "20"));
        assertThat(ServerSubject.environment(START)).doesNotContainKey("MP_MESSAGING_INCOMING_BENCH_TYPE")
                .containsEntry("MP_MESSAGING_INCOMING_BENCH_EXECUTOR", "default").containsEntry("BENCH_SLEEP", "0");
        assertThat(ServerSubject.environment(START.with("shards", 4)))
                .containsEntry("MP_MESSAGING_INCOMING_BENCH_SHARDS", "4");
        assertThat(ServerSubject.environment(START.with("max-running", 2).with("limit-key", "header:bench-key")))
                .containsEntry("MP_MESSAGING_INCOMING_BENCH_MAX_RUNNING", "2")
                .containsEntry("MP_MESSAGING_INCOMING_BENCH_LIMIT_KEY", "header:bench-key");
        assertThat(ServerSubject.environment(START.with("spread", true))).as("tasks are in other channels")
                .containsEntry("MP_MESSAGING_INCOMING_BENCH_QUEUES", "bench-other=1");
        assertThat(ServerSubject.hasOneChannel(start)).isTrue();
        assertThat(ServerSubject.hasOneChannel(start.with("channels", "a:,b:"))).isFalse();
        assertThat(ServerSubject.hasOneChannel(start.with("worker", "x"))).isFalse();
    }

    @Test
    void go_has_one_worker_with_one_channel_and_enqueues_single_tasks() {
        assertThat(GoAsynq.supports(START)).isTrue();
        assertThat(GoAsynq.supports(START.with("spread", true))).isTrue();
        assertThat(GoAsynq.supports(START.with("shards", 4))).isFalse();
        assertThat(GoAsynq.supports(START.with("max-running", 2))).isFalse();
        assertThat(GoAsynq.supports(START.with("pattern", true))).isFalse();
        assertThat(GoAsynq.supports(START.with("channels", "a:"))).isFalse();
        assertThat(GoAsynq.supports(Command.of("enqueue").with("mode", "bulk"))).isFalse();
    }
}
