package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log's text for changes of a task. */
class EditNotesTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final String SHA_1 = "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    private static OneTaskResource task(TestConsole console) {
        console.of("default").redis().client().enqueue(Task.of("search:index", "{\"a\":1}").queue("q").id("a")
                .header("password", "h1").header("tenant", "blue").maxRetry(3));
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString("q");
        task.id = Segment.fromString("a");
        task.console = console;
        task.notes = new AuditNotes();
        return task;
    }

    @Test
    void an_edit_names_each_field_with_its_old_and_new_value() {
        try (TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC())) {
            OneTaskResource task = task(console);

            task.edit("{\"type\":\"payment:charge\",\"maxRetry\":9,\"timeoutMs\":60000,\"payload\":{\"text\":\"{}\"},"
                    + "\"headers\":{\"password\":\"h1\",\"tenant\":\"red\",\"new\":\"1\"}}");
            assertThat(task.notes.detail())
                    .startsWith("type search:index → payment:charge; payload " + SHA_1 + " → sha256:")
                    .contains("; maxRetry 3 → 9; timeout PT30M → PT1M; ").endsWith("; headers new, tenant");

            task.delete();
            assertThat(task.notes.detail()).startsWith("type payment:charge, payload sha256:");
        }
    }

    @Test
    void nothing_lets_masked_values_be_guessed() {
        try (TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC(), List.of("/password"))) {
            OneTaskResource task = task(console);

            task.edit("{\"payload\":{\"text\":\"{}\"},\"headers\":{\"password\":\"h2\",\"tenant\":\"blue\"}}");
            assertThat(task.notes.detail()).isEqualTo("payload; headers password");
            task.delete();
            assertThat(task.notes.detail()).isEqualTo("type search:index");
        }
    }
}
