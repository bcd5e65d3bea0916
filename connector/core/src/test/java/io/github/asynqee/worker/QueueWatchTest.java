package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.BrokerUnavailableException;
import io.github.asynqee.broker.PendingPeek;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueueWatchTest {

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private QueueWatch watch;

    /** Runs a watch of a queue that is empty again each time, until it has told of tasks so many times. */
    private void run(Throwable firstAnswer, int times) {
        watch = new QueueWatch("default", new PendingPeek() {
            @Override
            public boolean await(Duration limit) {
                happened.add("asked");
                if (happened.size() == 1) {
                    if (firstAnswer instanceof Error defect) {
                        throw defect;
                    }
                    throw (RuntimeException) firstAnswer;
                }
                return true;
            }

            @Override
            public void close() {
                happened.add("closed");
            }
        }, () -> {
            happened.add("told");
            if (happened.stream().filter("told"::equals).count() == times) {
                watch.stop();
            } else {
                watch.arm();
            }
        });
        watch.arm();
        watch.run();
    }

    @Test
    void goes_on_after_redis_was_not_available() {
        run(new BrokerUnavailableException("UNBLOCKED", null), 2);

        assertThat(watch.isUsable()).isTrue();
        assertThat(happened).containsExactly("asked", "told", "asked", "told", "closed");
    }

    @Test
    void gives_up_where_it_is_not_allowed() {
        run(new BrokerException("NOPERM", null), 2);

        assertThat(watch.isUsable()).isFalse();
        assertThat(happened).containsExactly("asked", "told");
    }

    @Test
    void goes_on_after_any_defect() {
        run(new AssertionError("defect"), 2);
        assertThat(happened).containsExactly("asked", "told", "asked", "told", "closed");
        happened.clear();

        run(new IllegalStateException("defect"), 2);
        assertThat(happened).containsExactly("asked", "told", "asked", "told", "closed");
        assertThat(watch.isUsable()).isTrue();
    }

    @Test
    void pauses_after_a_failure_though_it_has_just_been_armed() throws Exception {
        watch = new QueueWatch("default", new PendingPeek() {
            @Override
            public boolean await(Duration limit) {
                throw new BrokerUnavailableException("max number of clients reached", null);
            }

            @Override
            public void close() {
                happened.add("closed");
            }
        }, () -> happened.add("told"));
        long begin = System.nanoTime();

        for (int i = 0; i < 3; i++) {
            watch.arm();
            watch.watch();
        }

        assertThat(happened).containsExactly("told", "told", "told");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(700));
    }
}
