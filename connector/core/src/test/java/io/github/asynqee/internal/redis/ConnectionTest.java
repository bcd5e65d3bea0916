package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.List;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.testkit.RedisBinary;
import io.github.asynqee.testkit.RedisStartException;
import io.github.asynqee.testkit.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

@Timeout(120)
class ConnectionTest {

    private static List<StoreResult> store(Broker broker, String id) {
        return broker.producerCommands().store(List.of(Tasks.pending("default", id)));
    }

    private static void runsTasks(String url) {
        try (Broker broker = RedisBroker.connect(RedisConfig.of(url))) {
            assertThat(store(broker, "t1")).containsExactly(new StoreResult.Stored());
            Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
            assertThat(broker.workerCommands().write(List.of(new Settlement(lease, new Outcome.Done()))))
                    .containsExactly(new Settlement.Result.Settled());
        }
    }

    @Test
    void after_a_failover_tasks_go_to_the_new_master() throws Exception {
        try (EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.start();
                Broker broker = RedisBroker.connect(RedisConfig.of(sentinel.url()))) {
            assertThat(store(broker, "before")).containsExactly(new StoreResult.Stored());

            sentinel.failover();

            await("a task to be stored").until(() -> {
                StoreResult result = store(broker, "after").get(0);
                return result instanceof StoreResult.Stored || result instanceof StoreResult.IdTaken;
            });
            try (Jedis master = TestRedis.connect(sentinel.master())) {
                assertThat(master.lrange("asynq:{default}:pending", 0, -1)).containsExactly("after", "before");
            }
        }
    }

    @Test
    void the_password_of_the_default_user_is_enough() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().password("p@ss:word/?").start()) {
            runsTasks(redis.url());
        }
    }

    /** All that an ACL must allow a producer and worker. */
    private static final String[] ENOUGH = { "~asynq:*", "resetchannels", "&asynq:*", "-@all", "+hello", "+auth",
            "+select", "+ping",
            "+client", "+info", "+time", "+sadd", "+hget", "+evalsha", "+eval", "+exists",
            "+del", "+get", "+set", "+hset", "+hdel", "+hexists", "+lpush", "+rpush", "+lrange", "+ltrim", "+llen",
            "+lpos", "+lrem",
            "+zadd",
            "+zrem", "+zscore", "+zmscore", "+zcard", "+zrange", "+zrangebyscore", "+incr", "+incrby", "+expireat",
            "+publish" };

    @Test
    void an_acl_user_needs_no_more_than_asynqs_keys_and_few_commands() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("worker", "s3cret/with:signs@", ENOUGH).start()) {
            runsTasks(redis.url("worker"));
            try (Broker broker = RedisBroker.connect(RedisConfig.of(redis.url("worker")))) {
                assertThat(broker.status().version()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "ltrim", "lpush", "zadd", "lindex", "lset" })
    void a_dequeue_of_some_types_that_is_refused_changes_nothing(String command) {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("worker", "secret", "~asynq:*", "+@all", "-" + command)
                .start();
                Broker all = RedisBroker.connect(RedisConfig.of(redis.url()));
                Broker less = RedisBroker.connect(RedisConfig.of(redis.url("worker")));
                Jedis observer = TestRedis.connect(redis)) {
            for (int i = 0; i < 9; i++) {
                all.producerCommands()
                        .store(List.of(new NewTask(TaskMessage.builder("foreign", "f" + i, "default").build(),
                                new NewTask.Placement.Pending(), null)));
            }
            all.producerCommands().store(List.of(Tasks.pending("default", "t1")));
            Demand demand = new Demand(List.of(new Demand.Route(Demand.Kind.TYPE, Tasks.TYPE, 1, null)), null,
                    Reach.far(16), null);

            assertThatThrownBy(() -> less.workerCommands().dequeue("default", demand))
                    .isInstanceOf(BrokerException.class);

            assertThat(observer.lrange("asynq:{default}:pending", 0, -1)).hasSize(10).startsWith("t1", "f8");
            assertThat(observer.exists("asynq:{default}:active", "asynq:{default}:lease")).isZero();
            assertThat(observer.hget("asynq:{default}:t:t1", "state")).isEqualTo("pending");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "ltrim", "lpush", "zadd" })
    void a_dequeue_that_is_refused_changes_nothing(String command) {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("worker", "secret", "~asynq:*", "+@all", "-" + command)
                .start();
                Broker all = RedisBroker.connect(RedisConfig.of(redis.url()));
                Broker less = RedisBroker.connect(RedisConfig.of(redis.url("worker")));
                Jedis observer = TestRedis.connect(redis)) {
            all.producerCommands().store(List.of(Tasks.pending("default", "t1"), Tasks.pending("default", "t2")));

            assertThatThrownBy(() -> less.workerCommands().dequeue("default", 10)).isInstanceOf(BrokerException.class);

            assertThat(observer.lrange("asynq:{default}:pending", 0, -1)).containsExactly("t2", "t1");
            assertThat(observer.exists("asynq:{default}:active", "asynq:{default}:lease")).isZero();
            assertThat(observer.hget("asynq:{default}:t:t1", "state")).isEqualTo("pending");
        }
    }

    @Test
    void a_redis_that_may_not_be_asked_how_it_is_is_well_all_the_same() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("worker", "secret", "~asynq:*", "+@all", "-info")
                .start(); Broker broker = RedisBroker.connect(RedisConfig.of(redis.url("worker")))) {
            assertThat(broker.status().version()).isEmpty();
            assertThat(broker.status().isAtLeast(6, 2)).isTrue();
        }
    }

    @Test
    void what_the_acl_forbids_is_said() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .user("reader", "secret", "~asynq:*", "+@all", "-evalsha", "-eval")
                .start(); Broker broker = RedisBroker.connect(RedisConfig.of(redis.url("reader")))) {
            assertThat(store(broker, "t1").get(0)).isInstanceOfSatisfying(StoreResult.Failed.class,
                    failed -> assertThat(failed.error()).isExactlyInstanceOf(BrokerException.class)
                            .hasMessageContaining("NOPERM").hasMessageContaining("ENQUEUE"));
        }
    }

    @Test
    void a_wrong_password_is_said_without_saying_the_password() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("worker", "right", "~*", "+@all").start();
                Broker broker = RedisBroker
                        .connect(RedisConfig.of(redis.url("worker").replace("right", "wrong")))) {
            assertThatThrownBy(() -> broker.workerCommands().dequeue("default", 1))
                    .isInstanceOf(BrokerUnavailableException.class).hasMessageContaining("WRONGPASS")
                    .hasMessageContaining("check user and password in the URL").hasMessageNotContaining("wrong@");
        }
    }

    @Test
    void what_is_wrong_with_the_url_is_said() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().config("requirepass", "secret").start()) {
            assertThat(refusal("redis://127.0.0.1:" + redis.port())).isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContaining("NOAUTH").hasMessageContaining("the URL has no password");
        }
        assertThat(refusal("redis://no-such-host.invalid:1")).isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("the host name no-such-host.invalid cannot be resolved");
        assertThat(refusal("rediss://127.0.0.1:" + TestRedis.SINGLE.port() + "?connect-timeout=1s&command-timeout=1s"))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("the URL must begin with redis://");
    }

    @Test
    void each_database_is_its_own() {
        String url = "redis://127.0.0.1:" + TestRedis.SINGLE.port();
        try (Broker zero = RedisBroker.connect(RedisConfig.of(url));
                Broker three = RedisBroker.connect(RedisConfig.of(url + "/3"))) {
            TestRedis.SINGLE.clear();
            store(three, "t1");

            assertThat(zero.workerCommands().dequeue("default", 1).leases()).isEmpty();
            assertThat(three.workerCommands().dequeue("default", 1).leases()).hasSize(1);
        }
    }

    @Test
    void tls_is_spoken_with_a_server_whose_certificate_is_trusted(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.create(directory);
        try (EmbeddedRedis redis = withTls(certificate, "no")) {
            try (Broker distrustful = RedisBroker.connect(RedisConfig.of(redis.url()))) {
                assertThat(store(distrustful, "t0").get(0)).isInstanceOf(StoreResult.Failed.class);
            }
            runsTasks(redis.url() + "?tls-verify=none");
            System.setProperty("javax.net.ssl.trustStore", certificate.trustStore().toString());
            System.setProperty("javax.net.ssl.trustStorePassword", TestCertificate.PASSWORD);
            runsTasks(redis.url());
            runsTasks(redis.url().replace("127.0.0.1", "localhost"));
        } finally {
            System.clearProperty("javax.net.ssl.trustStore");
            System.clearProperty("javax.net.ssl.trustStorePassword");
        }
    }

    @Test
    void a_trust_store_and_a_client_certificate_are_given_in_the_url(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.create(directory);
        String trust = "trust-store=" + certificate.trustStore() + "&trust-store-password=" + TestCertificate.PASSWORD;
        String key = "key-store=" + certificate.keyStore() + "&key-store-password=" + TestCertificate.PASSWORD;
        try (EmbeddedRedis redis = withTls(certificate, "yes")) {
            assertThat(refusal(redis.url() + "?" + trust)).isInstanceOf(BrokerException.class);
            assertThat(refusal(redis.url() + "?" + key)).hasMessageContaining("certification path");
            runsTasks(redis.url() + "?" + trust + "&" + key);
        }
    }

    @Test
    void a_certificate_for_another_host_is_refused_unless_only_its_authority_is_checked(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.create(directory);
        String trust = "?trust-store=" + certificate.trustStore() + "&trust-store-password=" + TestCertificate.PASSWORD;
        try (EmbeddedRedis redis = withTls(certificate, "no")) {
            String other = redis.url().replace("127.0.0.1", "127.0.0.2");
            assertThat(refusal(other + trust)).hasMessageContaining("127.0.0.2");
            runsTasks(other + trust + "&tls-server=localhost");
            assertThat(refusal(other + trust + "&tls-server=other.example.com"))
                    .hasMessageContaining("other.example.com");
            runsTasks(other + trust + "&tls-verify=ca");
            runsTasks(other + "?tls-verify=none");
        }
    }

    private static Throwable refusal(String url) {
        try (Broker broker = RedisBroker.connect(RedisConfig.of(url))) {
            return ((StoreResult.Failed) store(broker, "t0").get(0)).error();
        }
    }

    private static EmbeddedRedis withTls(TestCertificate certificate, String clientCertificates) {
        try {
            return EmbeddedRedis.builder().tls(certificate).config("bind", "127.0.0.1", "127.0.0.2")
                    .config("tls-auth-clients", clientCertificates).start();
        } catch (RedisStartException bundled) {
            Path installed = RedisBinary.installed().orElseGet(() -> abort(
                    "SKIPPED: neither the bundled redis-server nor one on the PATH speaks TLS: "
                            + bundled.getMessage()));
            return EmbeddedRedis.builder().binary(installed).tls(certificate)
                    .config("bind", "127.0.0.1", "127.0.0.2").config("tls-auth-clients", clientCertificates).start();
        }
    }

    @Test
    void a_broker_that_was_closed_says_so() {
        Broker broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()));
        broker.close();

        assertThatThrownBy(() -> broker.workerCommands().dequeue("default", 1))
                .isInstanceOf(BrokerUnavailableException.class);
    }
}
