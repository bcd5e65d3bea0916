package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.JobState;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LiveUpdatesTest {

    private static final Duration REFRESH = Duration.ofSeconds(2);

    private final EmbeddedRedis server = EmbeddedRedis.start();
    private final ConsoleRedis redis = new ConsoleRedis("default", server.url(), Thread::new);
    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
    private final Monitor monitor = new Monitor(redis, clock, REFRESH, 10_000);
    private final List<Job> jobs = new ArrayList<>();
    private final LiveUpdates live = new LiveUpdates(monitor, () -> List.copyOf(jobs), clock, REFRESH);

    /** Keeps the names of events with their data. */
    private static final class Viewer implements Subscriber {

        private final List<String> events = new ArrayList<>();
        private boolean takes = true;
        private boolean ended;

        @Override
        public boolean send(String name, String json) {
            events.add(name + " " + json);
            return takes;
        }

        @Override
        public void end() {
            ended = true;
        }

        private List<String> take() {
            List<String> taken = List.copyOf(events);
            events.clear();
            return taken;
        }
    }

    @AfterEach
    void close() {
        live.close();
        redis.close();
        server.close();
    }

    private Viewer viewer() {
        Viewer viewer = new Viewer();
        assertThat(live.subscribe(viewer)).isTrue();
        return viewer;
    }

    /** A task that is not pending: it does not make the latency of its queue grow. */
    private void enqueue(String queue) {
        redis.client().enqueue(Task.of("t", new byte[0]).queue(queue).processIn(Duration.ofHours(1)));
    }

    private void tick() {
        clock.advance(REFRESH.plusMillis(1));
        live.tick();
    }

    @Test
    void a_restricted_viewer_gets_nothing_about_other_queues() {
        enqueue("mails");
        enqueue("secret");
        QueueScope scope = new QueueScope(List.of("mails"));
        Viewer viewer = new Viewer();
        live.subscribe(new ScopedSubscriber(viewer, monitor.within(scope), scope));
        tick();
        assertThat(viewer.take()).anySatisfy(event -> assertThat(event).startsWith("queues ").contains("\"mails\""))
                .anySatisfy(event -> assertThat(event).startsWith("overview ").contains("\"queues\":1,"))
                .allSatisfy(event -> assertThat(event).doesNotContain("secret"));

        enqueue("secret");
        tick();
        redis.inspector().removeQueue("secret", true);
        tick();
        assertThat(viewer.take()).noneSatisfy(event -> assertThat(event).startsWith("queues "))
                .allSatisfy(event -> assertThat(event).doesNotContain("secret"));
        assertThat(monitor.within(scope).overview().totals().scheduled()).isEqualTo(1);
        assertThat(monitor.within(scope).queues()).hasSize(1);
    }

    @Test
    void only_queues_that_have_changed_are_sent() {
        enqueue("a");
        enqueue("b");
        Viewer viewer = viewer();
        tick();
        assertThat(viewer.take()).anySatisfy(event -> assertThat(event).startsWith("overview {")
                .contains("\"queues\":2", "\"stale\":false").doesNotContain("history"))
                .anySatisfy(event -> assertThat(event).startsWith("queues {").contains("\"a\"", "\"b\""));

        enqueue("b");
        tick();
        assertThat(viewer.take()).filteredOn(event -> event.startsWith("queues ")).singleElement()
                .satisfies(event -> assertThat(event).contains("\"b\"").doesNotContain("\"a\""));
        redis.inspector().removeQueue("a", true);
        tick();
        assertThat(viewer.take()).filteredOn(event -> event.startsWith("queues "))
                .containsExactly("queues {\"items\":[],\"removed\":[\"a\"]}");
        tick();
        assertThat(viewer.take()).noneMatch(event -> event.startsWith("queues "));
    }

    @Test
    void a_new_viewer_gets_the_jobs_that_have_not_changed_since() {
        jobs.add(new Job("job-1", BulkAction.RUN, "", "why not", "ann", JobState.PAUSED, null, 3, 3L, 1, 1, 0, 0,
                clock.instant(), clock.instant(), null, null, null, null));
        viewer();
        tick();
        Viewer late = viewer();

        assertThat(late.take()).anySatisfy(event -> assertThat(event).startsWith("jobs {").contains("job-1"));
    }

    @Test
    void all_viewers_share_one_reading() {
        enqueue("a");
        tick();
        Snapshot first = monitor.last();
        Viewer one = viewer();
        Viewer other = viewer();

        live.tick();

        assertThat(monitor.last()).isSameAs(first);
        assertThat(one.take()).isNotEmpty().isEqualTo(other.take());
    }

    @Test
    void without_redis_the_state_is_stale_and_then_heals() {
        enqueue("a");
        Viewer viewer = viewer();
        tick();
        viewer.take();
        server.kill();

        tick();
        assertThat(viewer.take()).singleElement().satisfies(event -> assertThat(event)
                .startsWith("stale {").contains("\"at\":\"2026-01-02T03:04:07.001Z\"")
                .doesNotContain(String.valueOf(server.port())));
        server.restart();
        clock.advance(Duration.ofSeconds(20));
        tick();
        assertThat(viewer.take()).anySatisfy(event -> assertThat(event).startsWith("overview {"));
    }

    @Test
    @Timeout(60)
    void a_redis_that_hangs_is_reported_while_it_hangs_within_five_seconds_of_the_last_reading() {
        enqueue("a");
        Viewer viewer = viewer();
        tick();
        viewer.take();
        server.pause();

        tick();

        assertThat(viewer.take()).singleElement().satisfies(event -> assertThat(event).startsWith("stale {"));
        assertThat(REFRESH.plus(LiveUpdates.READ_LIMIT)).isLessThan(Duration.ofSeconds(5));
        server.resume();
    }

    @Test
    void viewers_that_are_gone_or_old_are_dropped() {
        enqueue("a");
        Viewer gone = viewer();
        Viewer old = viewer();
        gone.takes = false;
        tick();
        gone.take();
        assertThat(gone.ended).isTrue();

        clock.advance(Duration.ofMinutes(5));
        tick();
        assertThat(gone.take()).isEmpty();
        assertThat(old.ended).isTrue();
    }

    @Test
    void a_point_of_the_series_has_the_tasks_of_a_minute() {
        redis.client().enqueue(Task.of("t", new byte[0]).queue("a"));
        tick();
        assertThat(monitor.series().points()).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        tick();

        assertThat(monitor.series().points()).singleElement().satisfies(point -> {
            assertThat(point.processed()).isZero();
            assertThat(point.pending()).isEqualTo(1);
        });
    }
}
