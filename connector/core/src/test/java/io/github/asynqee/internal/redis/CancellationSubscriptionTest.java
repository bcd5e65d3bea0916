package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.broker.watch.CancellationSubscription.Request;
import io.github.asynqee.internal.redis.cancellation.RedisCancellationSubscription;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Uncounted;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

@Timeout(60)
class CancellationSubscriptionTest extends BrokerTest {

    private CancellationSubscription subscription;

    @BeforeEach
    void open() {
        subscription = broker.cancellations();
    }

    @AfterEach
    void close() {
        subscription.close();
    }

    /** Waits for a request. The nodes of a cluster may still deliver requests of the previous test. */
    private static Request hear(CancellationSubscription from, String id) {
        Request request = from.next();
        while (!request.taskId().equals(id)) {
            request = from.next();
        }
        return request;
    }

    private static CompletableFuture<String> next(CancellationSubscription from) {
        return CompletableFuture.supplyAsync(() -> from.next().taskId());
    }

    private static CancellationSubscription subscription(RedisConnections connections, Duration longestSilence) {
        RedisExecutor executor = new RedisExecutor(connections, RedisClock.of(Clock.systemUTC()), new Uncounted());
        return new RedisCancellationSubscription(connections, executor, Clock.systemUTC(), longestSilence);
    }

    private long subscribers() {
        return redis.nodes().stream().mapToLong(node -> node.pubsubNumSub("asynq:cancel").get("asynq:cancel")).sum();
    }

    @Test
    void every_id_is_heard_in_order_whoever_publishes_it_on_whatever_node() {
        subscription.subscribe();

        broker.workerCommands().publishCancellation("t1");
        hear(subscription, "t1");
        for (Jedis node : redis.nodes()) {
            node.publish("asynq:cancel", "задача 1");
            hear(subscription, "задача 1");
        }
        broker.workerCommands().publishCancellation("");
        hear(subscription, "");
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void a_request_that_came_while_there_was_no_subscription_is_heard_afterwards() {
        Instant before = broker.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        broker.workerCommands().publishCancellation("t1");
        broker.workerCommands().publishCancellation("t2");

        subscription.subscribe();

        assertThat(hear(subscription, "t1").at()).isAfterOrEqualTo(before);
        broker.workerCommands().publishCancellation("t3");
        Request latest = hear(subscription, "t3");
        assertThat(redis.at("asynq:cancel:requests").ttl("asynq:cancel:requests")).isBetween(1L, 60L);
        assertThat(latest.at()).isAfterOrEqualTo(before);
    }

    @Test
    void a_request_is_heard_once() {
        // not published, too: another node of a cluster may deliver that later
        redis.at("asynq:cancel:requests").zadd("asynq:cancel:requests", broker.clock().millis(), "stored");
        subscription.subscribe();
        hear(subscription, "stored");
        broker.workerCommands().publishCancellation("published");
        hear(subscription, "published");

        subscription.subscribe();
        broker.workerCommands().publishCancellation("last");

        List<String> heard = new ArrayList<>();
        while (!heard.contains("last")) {
            heard.add(subscription.next().taskId());
        }
        assertThat(heard).doesNotContain("stored", "published");
    }

    @Test
    void a_request_that_cannot_be_stored_is_published() throws Exception {
        try (EmbeddedRedis full = EmbeddedRedis.start();
                Broker sender = RedisBroker.connect(RedisConfig.of(full.url()));
                Jedis jedis = new Jedis(full.host(), full.port());
                CancellationSubscription heard = sender.cancellations()) {
            heard.subscribe();
            jedis.configSet("maxmemory", "1");

            sender.workerCommands().publishCancellation("t1");

            hear(heard, "t1");
        }
    }

    @Test
    void a_user_without_the_key_of_stored_requests_publishes_and_hears() {
        try (EmbeddedRedis own = EmbeddedRedis.builder()
                .user("worker", "secret", "allchannels", "~asynq:{*", "~asynq:queues", "+@all").start();
                Broker restricted = RedisBroker.connect(RedisConfig.of(own.url("worker")));
                CancellationSubscription heard = restricted.cancellations()) {
            heard.subscribe();
            restricted.workerCommands().publishCancellation("t1");

            hear(heard, "t1");
        }
    }

    @Test
    void a_broken_connection_is_told_and_a_new_subscription_hears_again() {
        subscription.subscribe();
        CompletableFuture<String> waiting = next(subscription);
        redis.nodes().forEach(node -> node.sendCommand(Protocol.Command.CLIENT, "KILL", "TYPE", "pubsub"));

        assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                .withCauseInstanceOf(BrokerUnavailableException.class);
        assertThatThrownBy(subscription::next).isInstanceOf(BrokerUnavailableException.class);

        subscription.subscribe();
        broker.workerCommands().publishCancellation("t1");
        hear(subscription, "t1");
    }

    @Test
    void without_a_subscription_nothing_is_heard_and_a_ping_does_no_harm() {
        subscription.ping();

        assertThatThrownBy(subscription::next).isInstanceOf(BrokerUnavailableException.class);
    }

    @Test
    void closing_ends_the_wait_and_the_subscription_for_good() {
        subscription.subscribe();
        assertThat(subscribers()).isEqualTo(1);
        CompletableFuture<String> waiting = next(subscription);

        subscription.close();

        assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                .withCauseInstanceOf(BrokerUnavailableException.class);
        await().untilAsserted(() -> assertThat(subscribers()).isZero());
        assertThatThrownBy(subscription::subscribe).isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("closed");
        subscription.ping();
        assertThat(subscribers()).isZero();
    }

    @Test
    void subscribing_again_leaves_one_subscription() {
        subscription.subscribe();
        subscription.subscribe();

        await().untilAsserted(() -> assertThat(subscribers()).isEqualTo(1));
        broker.workerCommands().publishCancellation("t1");
        hear(subscription, "t1");
    }

    @Test
    void a_connection_that_answers_pings_may_be_silent_for_ever() throws Exception {
        RedisConnections connections = new RedisConnections(RedisConfig.of(redis.url()));
        // so that the broker is connected when its message is waited for
        broker.workerCommands().publishCancellation("before");
        try (CancellationSubscription patient = subscription(connections, Duration.ofSeconds(1))) {
            patient.subscribe();
            hear(patient, "before");
            CompletableFuture<Request> waiting = CompletableFuture.supplyAsync(() -> hear(patient, "t1"));
            long end = System.nanoTime() + Duration.ofMillis(2_500).toNanos();
            while (System.nanoTime() < end) {
                patient.ping();
                redis.nodes().get(0).ping();
            }
            broker.workerCommands().publishCancellation("t1");

            assertThat(waiting.get(20, TimeUnit.SECONDS).taskId()).isEqualTo("t1");
        } finally {
            connections.close();
        }
    }

    @Test
    void a_connection_that_swallows_pings_is_given_up() {
        TestRedis.SINGLE.clear();
        TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
        RedisConnections connections = new RedisConnections(RedisConfig.of(network.url()));
        try (network;
                CancellationSubscription half = subscription(connections, Duration.ofMillis(200))) {
            half.subscribe();
            network.swallow();
            CompletableFuture<String> waiting = next(half);
            half.ping();

            assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                    .withCauseInstanceOf(BrokerUnavailableException.class);
            network.heal();
            half.subscribe();
            TestRedis.SINGLE.nodes().get(0).publish("asynq:cancel", "t1");
            hear(half, "t1");
        } finally {
            connections.close();
        }
    }

    @Test
    void a_redis_that_is_away_is_told() {
        TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
        try (network;
                Broker cut = RedisBroker.connect(RedisConfig.of(network.url()));
                CancellationSubscription away = cut.cancellations()) {
            network.cut();

            assertThatThrownBy(away::subscribe).isInstanceOf(BrokerUnavailableException.class);
        }
    }

    @Test
    void what_the_acl_forbids_is_said() {
        try (EmbeddedRedis own = EmbeddedRedis.builder().user("worker", "secret", "~*", "+@all", "-subscribe").start();
                Broker forbidden = RedisBroker.connect(RedisConfig.of(own.url("worker")));
                CancellationSubscription refused = forbidden.cancellations()) {
            assertThatThrownBy(refused::subscribe).isExactlyInstanceOf(BrokerException.class)
                    .hasMessageContaining("NOPERM").hasMessageContaining("asynq:cancel");
        }
    }

    @Test
    void a_ping_that_the_acl_forbids_is_a_sign_of_life() throws Exception {
        try (EmbeddedRedis own = EmbeddedRedis.builder()
                .user("worker", "secret", "allchannels", "~*", "+@all", "-ping").start();
                Broker broker = RedisBroker.connect(RedisConfig.of(own.url("worker")));
                CancellationSubscription pinged = broker.cancellations()) {
            pinged.subscribe();
            CompletableFuture<Request> waiting = CompletableFuture.supplyAsync(() -> hear(pinged, "t1"));
            pinged.ping();
            broker.workerCommands().publishCancellation("t1");

            assertThat(waiting.get(20, TimeUnit.SECONDS).taskId()).isEqualTo("t1");
        }
    }

    @Test
    void after_a_failover_the_new_master_is_heard() {
        try (EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.start();
                Broker sentinels = RedisBroker.connect(RedisConfig.of(sentinel.url()));
                CancellationSubscription following = sentinels.cancellations()) {
            following.subscribe();
            CompletableFuture<String> waiting = next(following);

            sentinel.killMaster();

            assertThat(waiting).failsWithin(Duration.ofSeconds(20)).withThrowableThat()
                    .withCauseInstanceOf(BrokerUnavailableException.class);
            await("the new master to be subscribed to").until(() -> {
                following.subscribe();
                return true;
            });
            try (Jedis master = TestRedis.connect(sentinel.master())) {
                master.publish("asynq:cancel", "t1");
            }
            hear(following, "t1");
        }
    }
}
