package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.RecordedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How outcomes are logged that could not be written. */
class OutcomeWriterTest {

    private final RecordedLog log = new RecordedLog(OutcomeWriter.class);
    private final OutcomeWriter<String, String> writer = new OutcomeWriter<>(System.getLogger("test")) {
        @Override
        public Duration runOnce() {
            return UNTIL_WOKEN;
        }

        @Override
        protected void drop(String outcome, String reason) {
            throw new IllegalStateException(outcome);
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
}
