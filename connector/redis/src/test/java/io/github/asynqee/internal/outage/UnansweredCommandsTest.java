package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.logging.Level;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnansweredCommandsTest {

    private final RecordedLog log = new RecordedLog(UnansweredCommands.class);
    private long now = Long.MAX_VALUE - 5;
    private final UnansweredCommands commands = new UnansweredCommands("redis://host", () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    private void failFor(int seconds, String answeredNode) {
        for (int i = 0; i <= seconds; i++) {
            commands.failed("", "DEQUEUE", "Broken pipe");
            commands.failed("", "FORWARD", "Broken pipe");
            commands.answered(answeredNode, "ENQUEUE");
            now += TimeUnit.SECONDS.toNanos(1);
        }
    }

    @Test
    void a_command_that_always_breaks_its_connection_is_logged_once_and_when_it_ends() {
        failFor(30, "");

        assertThat(log.lines(Level.WARNING)).singleElement().asString().contains("DEQUEUE", "Broken pipe",
                "client-output-buffer-limit");
        commands.answered("", "DEQUEUE");
        assertThat(log.lines(Level.INFO)).containsExactly("Redis redis://host answers DEQUEUE again after 31 s");
        commands.answered("", "FORWARD");
        assertThat(commands.isAny()).isFalse();
    }

    @Test
    void connections_that_break_for_a_moment_are_not_logged() {
        for (int i = 0; i < 10; i++) {
            failFor(9, "");
            commands.answered("", "DEQUEUE");
            commands.answered("", "FORWARD");
        }

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void a_node_that_answers_nothing_is_an_outage_and_not_logged_here() {
        failFor(60, "other:1");

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void a_command_that_nobody_sends_any_more_is_forgotten() {
        failFor(1, "other:1");
        commands.answered("other:1", "ENQUEUE");
        assertThat(commands.isAny()).isTrue();

        now += TimeUnit.MINUTES.toNanos(1);
        commands.answered("other:1", "ENQUEUE");

        assertThat(commands.isAny()).isFalse();
    }
}
