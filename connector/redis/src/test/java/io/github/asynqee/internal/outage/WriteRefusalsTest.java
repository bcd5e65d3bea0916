package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.logging.Level;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteRefusalsTest {

    private static final WritesRefusedException FULL = new WritesRefusedException("Redis refused ENQUEUE: OOM full",
            new IllegalStateException("OOM full"));

    private final RecordedLog log = new RecordedLog(WriteRefusals.class);
    private long now = Long.MAX_VALUE - 5;
    private final WriteRefusals refusals = new WriteRefusals("redis://host", () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void it_is_logged_once_at_its_begin_and_once_at_its_end() {
        for (int i = 0; i < 100; i++) {
            refusals.refused("", "ENQUEUE", FULL);
            refusals.refused("", "DONE", FULL);
            refusals.accepted("", "GET");
            pass(100);
        }
        assertThat(log.lines(Level.WARNING)).singleElement().asString()
                .startsWith("Redis redis://host can be reached, but refuses writes: OOM full. ");
        assertThat(refusals.current()).hasValue("OOM full");

        refusals.accepted("", "ENQUEUE");
        assertThat(refusals.current()).isPresent();
        refusals.accepted("", "DONE");

        assertThat(refusals.current()).isEmpty();
        assertThat(refusals.isAny()).isFalse();
        assertThat(log.lines(Level.INFO)).containsExactly("Redis redis://host accepts writes again after 10 s");
    }

    @Test
    void a_refusal_of_a_moment_is_not_logged() {
        for (int i = 0; i < 10; i++) {
            refusals.refused("", "ENQUEUE", FULL);
            pass(999);
            refusals.refused("", "ENQUEUE", FULL);
            assertThat(refusals.current()).isEmpty();
            refusals.accepted("", "ENQUEUE");
            pass(60_000);
        }

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void a_command_that_is_sent_no_more_is_forgotten() {
        refusals.refused("", "ENQUEUE", FULL);
        pass(2_000);
        refusals.refused("", "ENQUEUE", FULL);
        assertThat(refusals.current()).isPresent();

        pass(10_000);

        assertThat(refusals.current()).isEmpty();
        assertThat(log.lines(Level.INFO)).containsExactly("Redis redis://host accepts writes again after 12 s");
    }

    @Test
    void one_node_of_a_cluster_refuses_what_others_accept() {
        for (int i = 0; i < 3; i++) {
            refusals.refused("a:1", "ENQUEUE", FULL);
            refusals.accepted("b:1", "ENQUEUE");
            pass(700);
        }

        assertThat(refusals.current()).hasValue("node a:1: OOM full");
    }
}
