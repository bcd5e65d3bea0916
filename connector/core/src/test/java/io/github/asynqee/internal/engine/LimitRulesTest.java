package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.params.ZAddParams;

/** What happens if the channels of a queue have different rules. */
class LimitRulesTest extends WorkerTest {

    private static final int LANES = 6;
    private static final int TASKS = 60;
    private static final Limit ONE = Limit.of("tenants", "header:tenant", 1, null);
    private static final Limit TWO = Limit.of("tenants", "header:tenant", 2, null);
    private static final Limit ALL = Limit.of("tenants", "queue", 2, null);
    private static final Limit RATED = Limit.of("tenants", "queue", 2, new Limit.Rate(5, Duration.ofSeconds(10)));
    private static final Limit RENAMED = Limit.of("renamed", "header:tenant", 2, null);
    private static final Limit ENOUGH = Limit.of("renamed", "header:tenant", LANES, null);
    private static final Limit FAIR = new Limit.FairBy("header:tenant");
    private static final Limit FAIR_TYPES = new Limit.FairBy("type");
    private static final Limit TOKENS_3 = Limit.of("sema:stripe", "queue", 3, null);
    private static final Limit TOKENS_5 = Limit.of("sema:stripe", "queue", 5, null);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final AtomicInteger mostRunning = new AtomicInteger();

    /** Two channels of one application; an empty sentence if they may be together. */
    static Stream<Arguments> ofOneApplication() {
        String share = "channels one and two of queue \"default\" share the limit tenants but differ in it: ";
        String fair = "channel two is fair between keys by header:tenant, and channel one has the same queue \"default\"";
        return Stream.of(
                Arguments.of("no limit", TWO, null, "default", ""),
                Arguments.of("the same", TWO, TWO, "default", ""),
                Arguments.of("another name", TWO, RENAMED, "default", ""),
                Arguments.of("another queue", ONE, TWO, "other", ""),
                Arguments.of("another number", ONE, TWO, "default",
                        share + "key header:tenant, maximum running 1; key header:tenant, maximum running 2"),
                Arguments.of("another key and rate", ONE, RATED, "default",
                        share + "key header:tenant, maximum running 1; key queue, maximum running 2, starts 5 in PT10S"),
                Arguments.of("fair beside a limit", TWO, FAIR, "default", fair),
                Arguments.of("fair beside none", null, FAIR, "default", fair),
                Arguments.of("fair by other keys", FAIR_TYPES, FAIR, "default",
                        "both consume all types of queue"),
                Arguments.of("a semaphore of another number", TOKENS_3, TOKENS_5, "default",
                        "of queue \"default\" share the limit sema:stripe but differ in it: key queue, maximum running 3; "),
                Arguments.of("a semaphore of another queue and number", TOKENS_3, TOKENS_5, "other",
                        "channels one and two share the limit sema:stripe but differ in it: key queue, maximum running 3; "));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofOneApplication")
    void two_channels_of_one_application(String name, @Nullable Limit one, @Nullable Limit two, String queue,
            String refused) {
        List<Channel> both = List.of(new Channel(channel("one", "default", one)),
                new Channel(channel("two", queue, two)));

        if (refused.isEmpty()) {
            assertThatCode(() -> new Worker(broker, config.build(), both)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> new Worker(broker, config.build(), both))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(refused);
        }
    }

    /** A rolling deployment: the most tasks of a tenant that run at a time, which start all. */
    static Stream<Arguments> ofTwoDeployments() {
        return Stream.of(
                Arguments.of("a lower number", TWO, ONE, 2),
                Arguments.of("a higher number", ONE, TWO, 2),
                Arguments.of("another key", TWO, ALL, 4),
                Arguments.of("another key of fewer values", ALL, TWO, 4),
                Arguments.of("another name", TWO, RENAMED, 4),
                Arguments.of("a limit is added", null, TWO, LANES + 2),
                Arguments.of("a limit is removed", TWO, null, LANES + 2),
                Arguments.of("fair replaces a limit", TWO, FAIR, LANES + 2),
                Arguments.of("a limit replaces fair", FAIR, TWO, LANES + 2),
                Arguments.of("fair by other keys", FAIR, FAIR_TYPES, 2 * LANES),
                Arguments.of("fair is added", null, FAIR, 2 * LANES),
                Arguments.of("fair is removed", FAIR, null, 2 * LANES),
                Arguments.of("a semaphore of a lower number", TOKENS_5, TOKENS_3, 5),
                Arguments.of("a semaphore of a higher number", TOKENS_3, TOKENS_5, 5),
                Arguments.of("a semaphore replaces a limit", TWO, TOKENS_3, 5),
                Arguments.of("a limit replaces a semaphore", TOKENS_3, TWO, 5));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofTwoDeployments")
    void two_deployments(String name, @Nullable Limit former, @Nullable Limit next, int most)
            throws Exception {
        config.janitorInterval(Duration.ofSeconds(1));
        client.enqueueAll(IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of("email", "{}").id("t" + i).header("tenant", "" + i % 2)).toList());
        Worker one = start(broker, List.of(lanes(former)));
        if (former != null) {
            await("nothing more starts").until(() -> redis.llen(DEFAULT.pending()) <= LANES
                    && redis.zcard(DEFAULT.scheduled()) > TASKS / 2);
        }
        worker = start(connected(TestRedis.SINGLE.url()), List.of(lanes(next)));
        gate.countDown();
        await("both run tasks, or all are blocked").until(() -> handled.size() > TASKS / 6);
        one.shutdown(FIVE_SECONDS);

        haveNoNode();
        await("all tasks start").atMost(Duration.ofSeconds(9)).until(() -> handled.size() == TASKS);
        assertThat(handled).doesNotHaveDuplicates();
        assertThat(mostRunning).hasValueLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void many_tasks_of_a_removed_or_renamed_limit_start_within_seconds(boolean renamed) throws Exception {
        int many = 2_000;
        config.janitorInterval(Duration.ofSeconds(1));
        client.enqueueAll(IntStream.range(0, many)
                .mapToObj(i -> Task.of("email", "{}").id("t" + i).header("tenant", "one")).toList());
        Worker one = start(broker, List.of(lanes(ONE)));
        await("all others are blocked").until(() -> redis.zcard(DEFAULT.scheduled()) == many - 1);
        gate.countDown();
        one.shutdown(FIVE_SECONDS);
        haveNoNode();
        worker = start(connected(TestRedis.SINGLE.url()), List.of(lanes(renamed ? ENOUGH : null)));

        await("all tasks start").atMost(Duration.ofSeconds(20)).until(() -> handled.size() == many);
        await("nothing is left").until(() -> redis.exists(DEFAULT.limitsWaiting(), DEFAULT.limitsLooks()) == 0);
    }

    /** No node checks the keys of the former rule. */
    private void haveNoNode() {
        redis.zrange(DEFAULT.limitsLooks(), 0, -1)
                .forEach(key -> redis.zadd(DEFAULT.limitsLooks(), 1, key, new ZAddParams().xx()));
    }

    private Channel lanes(@Nullable Limit limit) {
        ChannelConfig all = new ChannelConfig("one", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))).withLimit(limit);
        Channel channel = new Channel(all);
        HandlerLane.open(channel, LANES, delivery -> {
            AtomicInteger ofTenant = running.computeIfAbsent(delivery.message().headers().get("tenant"),
                    tenant -> new AtomicInteger());
            mostRunning.accumulateAndGet(ofTenant.incrementAndGet(), Math::max);
            gate.await();
            TimeUnit.MILLISECONDS.sleep(10);
            ofTenant.decrementAndGet();
            handled.add(delivery.message().id());
        }, pool);
        return channel;
    }

    private static ChannelConfig channel(String name, String queue, @Nullable Limit limit) {
        boolean all = limit instanceof Limit.FairBy;
        return new ChannelConfig(name, Map.of(queue, 1), all ? "" : name + ":",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))).withLimit(limit);
    }
}
