package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners are notified of every time to run that is written through a broker. */
class ScheduleListenersTest extends BrokerTest {

    private final List<String> heard = new ArrayList<>();
    private final ScheduleListeners.Listener listener = (queue, at) -> heard.add(queue + " " + at.getEpochSecond());

    @BeforeEach
    void listen() {
        broker.scheduleListeners().add(listener);
    }

    @Test
    void scheduled_tasks_are_told_and_no_others() {
        Instant at = T0.plusSeconds(90);

        store(Tasks.scheduled("default", "t1", at), Tasks.pending("default", "t2"), Tasks.grouped("low", "t3", "g"),
                Tasks.scheduled("low", "t4", at.plusSeconds(1)));

        assertThat(heard).containsExactly("default 2000000090", "low 2000000091");
    }

    @Test
    void tasks_to_be_tried_again_are_told_and_no_others() {
        outcomes().toList().forEach(outcome -> settle(active("t" + outcome.hashCode()), outcome));

        assertThat(heard).containsExactly("default 2000000075", "default 2000000075");
    }

    @Test
    void who_listens_no_more_hears_nothing() {
        broker.scheduleListeners().remove(listener);

        store(Tasks.scheduled("default", "t1", T0));

        assertThat(heard).isEmpty();
    }
}
