package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user who sees asterisks sends them back with what he has changed. */
class MaskedEditsTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC(), List.of("/password"));
    private final OneTaskResource task = new OneTaskResource();

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        console.of("default").redis().client().enqueue(
                Task.of("t", "{\"password\":\"s3cret\",\"n\":1}").queue("q").id("a").header("password", "h1")
                        .header("tenant", "blue"));
        task.redis = "default";
        task.queue = Segment.fromString("q");
        task.id = Segment.fromString("a");
        task.console = console;
        task.notes = new AuditNotes();
    }

    @AfterEach
    void close() {
        console.close();
    }

    private TaskInfo stored(String id) {
        return console.of("default").redis().inspector().tasks().get("q", id).info();
    }

    private static String text(TaskInfo task) {
        return new String(task.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void an_edit_keeps_what_was_not_shown() {
        TaskRow row = task.edit("{\"headers\":{\"password\":\"***\",\"tenant\":\"red\"},"
                + "\"payload\":{\"text\":\"{\\\"password\\\":\\\"***\\\",\\\"n\\\":2}\"}}");

        assertThat(stored("a").headers()).isEqualTo(Map.of("password", "h1", "tenant", "red"));
        assertThat(text(stored("a"))).isEqualTo("{\"password\":\"s3cret\",\"n\":2}");
        assertThat(row.payload()).isEqualTo("{\"password\":\"***\",\"n\":2}");
    }

    @Test
    void a_clone_has_what_was_not_shown() {
        TaskRow row = task.duplicate("{\"headers\":{\"password\":\"***\"}}");

        assertThat(stored(row.id()).headers()).isEqualTo(Map.of("password", "h1"));
        assertThat(text(stored(row.id()))).isEqualTo("{\"password\":\"s3cret\",\"n\":1}");
    }

    @Test
    void what_cannot_be_kept_is_refused_and_changes_nothing() {
        TaskInfo before = stored("a");

        assertThatThrownBy(() -> task.edit("{\"payload\":{\"text\":\"[{\\\"password\\\":\\\"***\\\"\"}}"))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> task.duplicate("{\"payload\":{\"text\":\"{\\\"password\\\":\\\"***\\\" \"}}"))
                .isInstanceOf(ProblemException.class);

        assertThat(text(stored("a"))).isEqualTo(text(before));
        assertThat(console.of("default").redis().inspector().queues().info("q").pending()).isEqualTo(1);
    }
}
