package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.RecordedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DroppedOutcomeLogTest {

    private final RecordedLog log = new RecordedLog(DroppedOutcomeLog.class);
    private final DroppedOutcomeLog dropped = new DroppedOutcomeLog();

    @AfterEach
    void forget() {
        log.close();
    }

    private void lose(String queue, int count) {
        IntStream.range(0, count).forEach(i -> dropped.add(queue, () -> queue + " " + i));
    }

    @Test
    void a_few_are_logged_each_and_nothing_else() {
        lose("dead", 10);
        dropped.written("dead");
        dropped.end();

        assertThat(log.lines()).hasSize(10).startsWith("dead 0").endsWith("dead 9");
    }

    @Test
    void of_many_in_one_outage_the_others_are_a_number_when_it_is_over() {
        lose("dead", 1_510);
        assertThat(log.lines()).hasSize(10);

        dropped.written("dead");
        dropped.written("dead");
        dropped.end();

        assertThat(log.lines()).hasSize(11).last().asString().startsWith("1,500 more outcomes of queue dead were not");
    }

    @Test
    void every_outage_of_every_queue_is_logged() {
        lose("dead", 11);
        lose("low", 12);
        dropped.written("critical");
        assertThat(log.lines()).hasSize(20);
        dropped.written("low");
        lose("low", 1);

        dropped.end();

        assertThat(log.lines()).hasSize(23).contains("low 0")
                .satisfies(lines -> assertThat(lines.get(20)).startsWith("2 more outcomes of queue low"))
                .satisfies(lines -> assertThat(lines.get(22)).startsWith("1 more outcomes of queue dead"));
    }
}
