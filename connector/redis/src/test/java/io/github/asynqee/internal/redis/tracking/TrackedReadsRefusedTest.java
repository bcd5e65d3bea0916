package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.Stream;

import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** ACLs that forbid key tracking. */
@Timeout(60)
class TrackedReadsRefusedTest {

    private static final String KEY = "asynq:{default}:pending";

    private static EmbeddedRedis redis(String... more) {
        String[] rules = Stream.concat(
                Stream.of("~asynq:*", "resetchannels", "-@all", "+llen", "+ping"),
                Stream.of(more)).toArray(String[]::new);
        return EmbeddedRedis.builder().user("worker", "secret", rules).start();
    }

    @ParameterizedTest
    @ValueSource(strings = { "+client|id", "+client|id +subscribe &__redis__:invalidate", "-hello" })
    void without_a_right_keys_are_read_each_time_and_the_reason_is_said(String rules) {
        try (EmbeddedRedis redis = redis(rules.split(" "));
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url("worker"), Watch.UNCHECKED)) {
            assertThat(watch.reads.refusal()).isEmpty();
            assertThat(watch.readLength(KEY)).isZero();

            await("a refusal").until(() -> watch.reads.refusal().isPresent());

            assertThat(watch.reads.refusal().orElseThrow()).contains("CLIENT TRACKING", "NOPERM", "client");
            assertThat(watch.reads.isTracking()).isFalse();
            jedis.lpush(KEY, "t");
            assertThat(watch.readLength(KEY)).isEqualTo(1);
            assertThat(watch.reads.isTracked(KEY)).isFalse();
        }
    }

    @Test
    void what_the_acl_forbids_no_longer_is_asked_for_again() throws Exception {
        try (EmbeddedRedis redis = redis();
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url("worker"), Watch.UNCHECKED)) {
            watch.readLength(KEY);
            await("a refusal").until(() -> watch.reads.refusal().isPresent());

            jedis.aclSetUser("worker", "+client|tracking");

            watch.assertReported(KEY);
            assertThat(watch.reads.refusal()).isEmpty();
            watch.arm(KEY);
            jedis.lpush(KEY, "t");
            watch.assertReported(KEY);
        }
    }

    /** Redis never refuses HELLO, which belongs to the login. */
    @Test
    void an_acl_without_hello_is_no_obstacle() throws Exception {
        try (EmbeddedRedis redis = redis("+client|tracking", "-hello");
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url("worker"), Watch.UNCHECKED)) {
            watch.arm(KEY);
            jedis.lpush(KEY, "t");
            watch.assertReported(KEY);
        }
    }

    /** As Redis Software and Dragonfly do, which have tracking with RESP3 only. */
    @Test
    void a_server_without_redirection_is_heard() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                TcpProxy network = TcpProxy.to(redis.port())) {
            network.reject("REDIRECT");
            try (Watch watch = Watch.started(network.url(), Watch.UNCHECKED)) {
                watch.arm(KEY);
                assertThat(watch.reads.isConnected()).isTrue();
                jedis.lpush(KEY, "t");
                watch.assertReported(KEY);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "TRACKING", "HELLO\r\n$1\r\n3" })
    void a_server_that_has_no_tracking_or_no_resp3_is_asked_again(String rejected) throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Jedis jedis = TestRedis.connect(redis);
                TcpProxy network = TcpProxy.to(redis.port())) {
            network.reject(rejected);
            try (Watch watch = Watch.started(network.url(), Watch.UNCHECKED)) {
                watch.readLength(KEY);
                await("a refusal").until(() -> watch.reads.refusal().isPresent());
                assertThat(watch.reads.refusal().orElseThrow()).contains(rejected.substring(0, 5));
                assertThat(watch.reads.isConnected()).isFalse();

                network.heal();

                watch.assertReported(KEY);
                assertThat(watch.reads.refusal()).isEmpty();
                watch.arm(KEY);
                jedis.lpush(KEY, "t");
                watch.assertReported(KEY);
            }
        }
    }

    @Test
    void tracking_that_is_forbidden_later_is_noticed_when_it_is_needed_again() throws Exception {
        try (EmbeddedRedis redis = redis("+client");
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url("worker"), Watch.UNCHECKED)) {
            watch.arm(KEY);
            watch.reads.pause();
            await("tracking to be off").until(() -> !jedis.clientList().matches("(?s).* flags=\\w*t.*"));
            jedis.aclSetUser("worker", "-client");

            watch.reads.resume();

            // a key may be reported as the connection ends; a reader then reads it again
            await("a refusal").until(() -> watch.readLength(KEY) == 0 && watch.reads.refusal().isPresent());
            assertThat(watch.reads.isTracking()).isFalse();
        }
    }

    @Test
    void without_exists_the_check_does_without_and_reports_nothing() throws Exception {
        try (EmbeddedRedis redis = redis("+client");
                Jedis jedis = TestRedis.connect(redis);
                Watch watch = Watch.started(redis.url("worker"), Watch.SHORT)) {
            watch.arm(KEY);

            await("checks to be refused").until(() -> jedis.aclLog().stream()
                    .anyMatch(entry -> "exists".equals(entry.getObject()) && entry.getCount() > 2));

            assertThat(watch.reported).isEmpty();
            assertThat(watch.reads.isTracked(KEY)).isTrue();
        }
    }
}
