package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.RecordedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How outcomes are dropped and logged that could not be written. */
class OutcomeWriterTest {

    private final RecordedLog log = new RecordedLog(OutcomeWriter.class);
    private final List<String> dropped = new CopyOnWriteArrayList<>();
    private long now = Long.MAX_VALUE;
    private Consumer<String> onDrop = dropped::add;
    private final OutcomeWriter<String, String> writer = new OutcomeWriter<>(System.getLogger("test"),
            () -> now) {
        @Override
        public Duration runOnce() {
            return UNTIL_WOKEN;
        }

        @Override
        protected void drop(String outcome, String reason) {
            onDrop.accept(outcome);
        }
    };

    @AfterEach
    void forget() {
        log.close();
    }

    private void pass(int seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    private void lose(String queue, int count) {
        IntStream.range(0, count).forEach(i -> writer.dropped(queue, () -> queue + " " + i));
    }

    @Test
    void the_first_one_is_logged_and_the_others_are_a_number_in_the_next_line() {
        lose("dead", 1_501);
        assertThat(log.lines()).containsExactly("dead 0");

        pass(10);
        lose("dead", 1);

        assertThat(log.lines()).hasSize(2).last()
                .isEqualTo("dead 0; before that 1500 more outcomes of queue dead were not written");
    }

    @Test
    void the_number_is_logged_when_an_outcome_of_the_queue_is_written_again() {
        lose("dead", 3);
        pass(10);
        writer.written("other");
        assertThat(log.lines()).hasSize(1);

        writer.written("dead");
        writer.written("dead");
        writer.end();

        assertThat(log.lines()).containsExactly("dead 0",
                "2 more outcomes of queue dead were not written; the tasks will be recovered and run again");
    }

    @Test
    void outcomes_that_are_written_between_others_cause_no_more_than_a_line_each_ten_seconds() {
        for (int i = 0; i < 600; i++) {
            lose("q" + i % 7, 1);
            writer.written("q" + i % 7);
            now += TimeUnit.MILLISECONDS.toNanos(100);
        }

        assertThat(log.lines()).hasSize(6);
    }

    @Test
    void the_end_reports_what_was_only_counted() {
        lose("dead", 11);
        lose("low", 12);

        writer.end();

        assertThat(log.lines()).containsExactly("dead 0",
                "22 more outcomes of 2 queues were not written; the tasks will be recovered and run again");
        lose("after the end", 2);
        assertThat(log.lines()).hasSize(3).last().isEqualTo("after the end 0");
    }

    @Test
    void outcomes_dropped_while_the_end_reports_others_do_not_break_it() {
        lose("dead", 11);
        lose("low", 12);
        Handler another = new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getMessage().contains("more outcomes")) {
                    writer.arrive("late");
                }
            }

            @Override
            public void flush() {
                // nothing is kept
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        onDrop = outcome -> {
            dropped.add(outcome);
            writer.dropped(outcome, () -> outcome);
        };
        Logger logger = Logger.getLogger(OutcomeWriter.class.getName());
        logger.addHandler(another);
        try {
            writer.end();
        } finally {
            logger.removeHandler(another);
        }

        assertThat(log.lines()).containsExactly("dead 0",
                "22 more outcomes of 2 queues were not written; the tasks will be recovered and run again");
        assertThat(dropped).containsExactly("late");
    }

    @Test
    void whoever_awaits_an_outcome_that_is_dropped_is_told_without_a_lock() {
        writer.end();
        onDrop = outcome -> {
            if (outcome.equals("first")) {
                // it waits for another thread that also ends an attempt
                CompletableFuture.runAsync(() -> writer.arrive("second")).orTimeout(10, TimeUnit.SECONDS).join();
            }
            dropped.add(outcome);
        };

        writer.arrive("first");

        assertThat(dropped).containsExactly("second", "first");
    }
}
