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
    private Consumer<String> onDrop = dropped::add;
    private final OutcomeWriter<String, String> writer = new OutcomeWriter<>(System.getLogger("test")) {
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

    private void lose(String queue, int count) {
        IntStream.range(0, count).forEach(i -> writer.dropped(queue, () -> queue + " " + i));
    }

    @Test
    void a_few_are_logged_each_and_nothing_else() {
        lose("dead", 10);
        writer.written("dead");
        writer.end();

        assertThat(log.lines()).hasSize(10).startsWith("dead 0").endsWith("dead 9");
    }

    @Test
    void of_many_in_one_outage_the_others_are_a_number_when_it_is_over() {
        lose("dead", 1_510);
        assertThat(log.lines()).hasSize(10);

        writer.written("dead");
        writer.written("dead");
        writer.end();

        assertThat(log.lines()).hasSize(11).last().asString().startsWith("1,500 more outcomes of queue dead were not");
    }

    @Test
    void every_outage_of_every_queue_is_logged() {
        lose("dead", 11);
        lose("low", 12);
        writer.written("critical");
        assertThat(log.lines()).hasSize(20);
        writer.written("low");
        lose("low", 1);

        writer.end();

        assertThat(log.lines()).hasSize(23).contains("low 0")
                .satisfies(lines -> assertThat(lines.get(20)).startsWith("2 more outcomes of queue low"))
                .satisfies(lines -> assertThat(lines.get(22)).startsWith("1 more outcomes of queue dead"));
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
        onDrop = outcome -> writer.dropped(outcome, () -> outcome);
        Logger logger = Logger.getLogger(OutcomeWriter.class.getName());
        logger.addHandler(another);
        try {
            writer.end();
        } finally {
            logger.removeHandler(another);
        }

        assertThat(log.lines().subList(20, log.lines().size())).containsExactlyInAnyOrder("late", "late",
                "1 more outcomes of queue dead were not written; the tasks will be recovered and run again",
                "2 more outcomes of queue low were not written; the tasks will be recovered and run again");
    }

    @Test
    void whoever_awaits_an_outcome_that_is_dropped_is_told_without_a_lock() {
        writer.end();
        onDrop = outcome -> {
            if (outcome.equals("first")) {
                // it waits for another thread, which ends an attempt, too
                CompletableFuture.runAsync(() -> writer.arrive("second")).orTimeout(10, TimeUnit.SECONDS).join();
            }
            dropped.add(outcome);
        };

        writer.arrive("first");

        assertThat(dropped).containsExactly("second", "first");
    }
}
