package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.JobState;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
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
    private List<Job> jobs = List.of();
    private final LiveUpdates live = new LiveUpdates(monitor, () -> jobs, clock, REFRESH);

    /** Keeps the names of events with their data. */
    private static final class Viewer implements Subscriber {

        private final List<String> events = new ArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final CountDownLatch stalled = new CountDownLatch(1);
        private boolean takes = true;
        private boolean stalls;
        private Runnable meanwhile = () -> {};

        @Override
        public boolean send(String name, String json) {
            events.add(name + " " + json);
            meanwhile.run();
            return takes;
        }

        /** Blocks, as a server does that waits for a browser that no longer reads. */
        @Override
        public void end() {
            if (stalls) {
                stalled.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            ended.countDown();
        }

        private boolean hasEnded() throws InterruptedException {
            return ended.await(20, TimeUnit.SECONDS);
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
        live.subscribe("ann", viewer);
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
    void a_logout_ends_the_streams_of_this_user_alone() throws Exception {
        live.start(Thread::new);
        Viewer ann = new Viewer();
        Viewer bob = new Viewer();
        live.subscribe("ann", ann);
        live.subscribe("bob", bob);

        live.end("ann");

        assertThat(ann.ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(bob.ended.getCount()).isEqualTo(1);
    }

    @Test
    void a_restricted_viewer_gets_nothing_about_other_queues() {
        enqueue("mails");
        enqueue("secret");
        QueueScope scope = new QueueScope(List.of("mails"));
        Viewer viewer = new Viewer();
        live.subscribe("ann", new ScopedSubscriber(viewer, monitor.within(scope), scope));
        tick();
        assertThat(viewer.take()).anySatisfy(event -> assertThat(event).startsWith("queues ").contains("\"mails\""))
                .anySatisfy(event -> assertThat(event).startsWith("overview ").contains("\"queues\":1,"))
                .allSatisfy(event -> assertThat(event).doesNotContain("secret"));

        enqueue("secret");
        tick();
        redis.inspector().queues().remove("secret", true);
        tick();
        assertThat(viewer.take()).noneSatisfy(event -> assertThat(event).startsWith("queues "))
                .allSatisfy(event -> assertThat(event).doesNotContain("secret"));
        assertThat(monitor.within(scope).overview().totals().scheduled()).isEqualTo(1);
        assertThat(monitor.within(scope).queues()).hasSize(1);
        enqueue("secret-too");
        tick();
        assertThat(monitor.freshness().queues()).isEqualTo(2);
        assertThat(monitor.within(scope).freshness().queues()).isEqualTo(1);
        assertThat(monitor.within(scope).last(false).freshness().fresh()).isEqualTo(1);
    }

    @Test
    void a_user_has_so_many_streams_and_a_refused_one_gets_nothing() {
        Viewer first = viewer();
        for (int i = 1; i < LiveUpdates.MAX_OF_USER; i++) {
            viewer();
        }
        Viewer refused = new Viewer();
        assertThatThrownBy(() -> live.subscribe("ann", refused)).isInstanceOfSatisfying(ProblemException.class,
                e -> assertThat(e.problem().status()).isEqualTo(429));
        assertThat(refused.events).isEmpty();
        Viewer other = new Viewer();
        live.subscribe("bob", other);
        assertThat(other.events).isNotEmpty();

        first.takes = false;
        tick();
        live.subscribe("ann", refused);
        assertThat(refused.events).isNotEmpty();
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
        redis.inspector().queues().remove("a", true);
        tick();
        assertThat(viewer.take()).filteredOn(event -> event.startsWith("queues "))
                .containsExactly("queues {\"items\":[],\"removed\":[\"a\"]}");
        tick();
        assertThat(viewer.take()).noneMatch(event -> event.startsWith("queues "));
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

        long start = System.nanoTime();
        tick();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LiveUpdates.READ_LIMIT.plusSeconds(1));
        assertThat(viewer.take()).singleElement().satisfies(event -> assertThat(event).startsWith("stale {"));
        assertThat(REFRESH.plus(LiveUpdates.READ_LIMIT)).isLessThan(Duration.ofSeconds(5));
        server.resume();
    }

    @Test
    void jobs_on_a_node_of_a_cluster_that_is_down_do_not_make_the_rest_stale() {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
                ConsoleRedis nodes = new ConsoleRedis("default", cluster.url(), Thread::new);
                LiveUpdates updates = new LiveUpdates(new Monitor(nodes, clock, REFRESH, 10_000), () -> {
                    throw new BrokerUnavailableException("node is down", null);
                }, clock, REFRESH)) {
            Viewer viewer = new Viewer();
            updates.subscribe("ann", viewer);
            updates.tick();
            assertThat(viewer.take()).extracting(event -> event.substring(0, event.indexOf(' ')))
                    .containsExactly("null", "overview", "queues");
        }
    }

    @Test
    void viewers_that_are_gone_or_old_are_dropped() throws Exception {
        enqueue("a");
        Viewer gone = viewer();
        Viewer old = viewer();
        gone.takes = false;
        tick();
        gone.take();
        assertThat(gone.hasEnded()).isTrue();

        clock.advance(Duration.ofMinutes(5));
        tick();
        assertThat(gone.take()).isEmpty();
        assertThat(old.hasEnded()).isTrue();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_browser_that_stalls_delays_neither_the_others_nor_the_end_of_the_console() throws Exception {
        enqueue("a");
        Viewer stalled = viewer();
        Viewer other = viewer();
        tick();
        stalled.takes = false;
        stalled.stalls = true;
        enqueue("b");
        other.take();

        tick();

        assertThat(stalled.stalled.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(other.take()).anySatisfy(event -> assertThat(event).startsWith("queues {").contains("\"b\""));
        live.close();
        assertThat(stalled.hasEnded()).isTrue();
        assertThat(other.hasEnded()).isTrue();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void an_end_that_takes_too_long_is_interrupted() throws Exception {
        try (StreamEnds ends = new StreamEnds(Duration.ZERO)) {
            Viewer stalled = new Viewer();
            stalled.stalls = true;
            ends.end(stalled);
            assertThat(stalled.stalled.await(20, TimeUnit.SECONDS)).isTrue();

            while (stalled.ended.getCount() > 0) {
                ends.interruptLate();
                stalled.ended.await(1, TimeUnit.MILLISECONDS);
            }
        }
    }

    @Test
    void a_change_while_a_viewer_is_added_is_not_lost() {
        enqueue("a");
        viewer();
        tick();
        Viewer late = new Viewer();
        late.meanwhile = () -> {
            late.meanwhile = () -> {};
            enqueue("b");
            tick();
        };

        live.subscribe("ann", late);
        tick();

        assertThat(late.take()).anySatisfy(event -> assertThat(event).startsWith("queues {").contains("\"b\""));
    }

    @Test
    void a_new_viewer_gets_the_present_jobs() {
        jobs = List.of(new Job("j1", BulkAction.DELETE, "", "", "ann", JobState.RUNNING, null, 0, null, 0, 0, 0, 0,
                null, clock.instant(), clock.instant(), null, null, null, null));
        viewer();
        tick();
        Viewer late = viewer();
        tick();

        assertThat(late.take()).filteredOn(event -> event.startsWith("jobs ")).singleElement()
                .satisfies(event -> assertThat(event).contains("\"j1\""));
        tick();
        assertThat(late.take()).noneMatch(event -> event.startsWith("jobs ") || event.startsWith("queues "));
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
