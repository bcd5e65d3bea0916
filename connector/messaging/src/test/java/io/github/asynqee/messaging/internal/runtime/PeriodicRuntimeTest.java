package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Task;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.PeriodicTasks;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.events.EventObservers;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.periodic.ConfiguredEntries;
import io.github.asynqee.messaging.internal.periodic.ScheduledPeriodicTasks;
import io.github.asynqee.messaging.internal.tracing.Tracing;
import io.github.asynqee.messaging.internal.transactions.TransactionModule;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.periodic.PeriodicTaskProvider;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RedisTest
@Timeout(60)
class PeriodicRuntimeTest {

    private final EmbeddedRedis redis;
    private AsynqRuntime runtime;
    private PeriodicRuntime periodic;
    private ApplicationLife life;
    private volatile boolean alive = true;

    PeriodicRuntimeTest(EmbeddedRedis redis) {
        this.redis = redis;
    }

    @BeforeEach
    void clear() {
        RespClient.ask(redis, "FLUSHALL");
    }

    @AfterEach
    void stop() {
        periodic.stop(StopTime.of(Duration.ofSeconds(2)));
        runtime.stop(null);
    }

    @SuppressWarnings("unchecked")
    private static Instance<PeriodicTaskProvider> providers(PeriodicTaskProvider... providers) {
        return (Instance<PeriodicTaskProvider>) Proxy.newProxyInstance(Instance.class.getClassLoader(),
                new Class<?>[]{ Instance.class }, (proxy, method, arguments) -> Stream.of(providers));
    }

    private PeriodicRuntime create(List<PeriodicTask> tasks, String enabled, PeriodicTaskProvider... providers) {
        ApplicationConfig config = ApplicationConfig
                .read(MapConfig.of("mp.messaging.connector.asynq.url", redis.url(),
                        "mp.messaging.connector.asynq.cron-enabled", enabled,
                        "mp.messaging.connector.asynq.cron-refresh-interval", "1s"))
                .config();
        Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
        life = new ApplicationLife(() -> {
            if (!alive) {
                throw new ContextNotActiveException("WELD-001303");
            }
            return true;
        });
        runtime = new AsynqRuntime(config, new HandlerRegistry(), payloads,
                new EventBridge(null, new EventObservers(), Thread::new), null,
                Tracing.of(null), life, TransactionModule.MISSING);
        periodic = new PeriodicRuntime(runtime, config, new ConfiguredEntries(tasks, List.of()), payloads,
                providers(providers));
        return periodic;
    }

    private void start() {
        periodic.load(null);
        periodic.start(null);
    }

    private static PeriodicTask beat() {
        return PeriodicTask.of("beat", "@every 1s", Task.of("beat", List.of(1, 2)));
    }

    private String pending() {
        return RespClient.ask(redis, "LLEN", "asynq:{default}:pending");
    }

    @Test
    void an_application_with_nothing_but_periodic_tasks_enqueues_them() {
        create(List.of(beat()), "true");
        start();

        await().untilAsserted(() -> assertThat(Integer.parseInt(pending())).isPositive());
    }

    @Test
    void payloads_are_produced_on_threads_of_their_own_which_end_with_the_application() throws Exception {
        CountDownLatch producing = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        create(List.of(beat().payloads(tick -> {
            producing.countDown();
            try {
                return new CountDownLatch(1).await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        })), "true");
        start();
        assertThat(producing.await(20, TimeUnit.SECONDS)).isTrue();

        periodic.stop(StopTime.of(Duration.ofSeconds(2)));

        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_node_that_leaves_them_to_others_can_still_pause_and_run_them() throws Exception {
        create(List.of(beat()), "false");
        start();
        PeriodicTasks tasks = new ScheduledPeriodicTasks(periodic.scheduler());

        assertThat(tasks.runNow("beat")).isPresent();
        tasks.pause("beat");
        assertThat(tasks.entries()).singleElement().matches(PeriodicEntry::paused);
        tasks.resume("beat");

        assertThat(tasks.entries()).singleElement().matches(entry -> !entry.paused());
        assertThat(pending()).isEqualTo("1");
    }

    @Test
    void a_bean_supplies_a_changing_set() {
        List<PeriodicTask> supply = new java.util.concurrent.CopyOnWriteArrayList<>();
        create(List.of(), "true", () -> supply);
        start();
        assertThat(periodic.scheduler().entries()).isEmpty();

        supply.add(beat());

        await().untilAsserted(() -> assertThat(Integer.parseInt(pending())).isPositive());
    }

    @Test
    void a_wrong_entry_fails_the_start() {
        create(List.of(beat()), "true", () -> List.of(beat()));

        assertThatThrownBy(() -> periodic.load(null)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("two periodic tasks with the name \"beat\"");
    }

    private static int priority(Class<?> runtime, String observer) {
        Method method = Arrays.stream(runtime.getDeclaredMethods()).filter(it -> it.getName().equals(observer))
                .findFirst().orElseThrow();
        return method.getParameters()[0].getAnnotation(Priority.class).value();
    }

    @Test
    void what_is_wrong_is_found_before_tasks_are_fetched_and_after_the_application_has_started() {
        create(List.of(), "true");

        assertThat(priority(PeriodicRuntime.class, "load")).isLessThan(priority(AsynqRuntime.class, "start"))
                .isGreaterThan(ObserverMethod.DEFAULT_PRIORITY);
        assertThat(priority(PeriodicRuntime.class, "start")).isGreaterThan(priority(AsynqRuntime.class, "start"));
    }

    @Test
    void a_bean_that_is_slow_at_the_start_holds_up_neither_the_scheduler_nor_the_end() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        create(List.of(), "true", () -> {
            asked.countDown();
            awaitUnchecked(release);
            return List.of(beat());
        });
        Thread starting = new Thread(this::start);
        starting.start();
        asked.await();

        assertThat(CompletableFuture.supplyAsync(periodic::scheduler).get(20, TimeUnit.SECONDS).entries()).isEmpty();
        CompletableFuture.runAsync(() -> periodic.stop(StopTime.of(Duration.ofSeconds(2)))).get(20, TimeUnit.SECONDS);
        release.countDown();
        starting.join();

        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .doesNotContain("asynq-periodic", "asynq-periodic-refresh");
        assertThat(pending()).isEqualTo("0");
    }

    @Test
    void a_bean_that_hangs_when_it_is_asked_again_is_interrupted_at_the_end() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(1);
        create(List.of(), "true", () -> {
            asked.countDown();
            try {
                if (asked.getCount() == 0) {
                    new CountDownLatch(1).await();
                }
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return List.of();
        });
        start();
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();

        periodic.stop(StopTime.of(Duration.ofSeconds(2)));

        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_end_of_the_connector_stops_the_scheduler_and_comes_once() {
        create(List.of(beat()), "true");
        start();

        life.end();
        runtime.stop();

        assertThat(runtime.isStopped()).isTrue();
        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("asynq-periodic");
    }

    @Test
    void an_application_whose_contexts_are_gone_is_stopped() {
        create(List.of(beat()), "true");
        start();
        alive = false;

        assertThat(runtime.isAlive()).isFalse();

        await().until(() -> runtime.isStopped() && Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("asynq-periodic")));
    }

    @Test
    void without_periodic_tasks_nothing_is_connected() {
        create(List.of(), "true");
        start();

        assertThat(runtime.redisInstances()).isEmpty();
    }
}
