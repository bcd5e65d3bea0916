package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class CommandTimesTest {

    private static final Duration LIMIT = Duration.ofMillis(50);
    /** Takes long only if its argument is "slow". */
    private static final String SCRIPT = """
            local sum = 0
            for i = 1, ARGV[1] == 'slow' and 50000000 or 1 do sum = sum + i end
            return sum
            """;

    private EmbeddedRedis redis;
    private Jedis jedis;
    private String script;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        script = jedis.scriptLoad(SCRIPT);
    }

    @AfterEach
    void stop() {
        jedis.close();
        redis.close();
    }

    private void call(String key, String how) {
        jedis.evalsha(script, 1, key, how);
    }

    @Test
    void a_command_that_is_slow_in_most_of_its_calls_is_slow() {
        CommandTimes times = CommandTimes.record(jedis);
        call("a", "slow");
        call("a", "slow");
        assertThat(times.medians()).as("two calls").isEmpty();
        call("a", "fast");

        assertThat(times.slowerThan(LIMIT)).containsOnlyKeys("evalsha " + script, "evalsha " + script + " a");
        assertThat(times).asString().matches("longest \\d{5,7} µs, \\d{5,7} µs in the median of 3: .*")
                .endsWith("of 3: evalsha " + script);
    }

    @Test
    void one_slow_call_of_several_does_not_count() {
        CommandTimes times = CommandTimes.record(jedis);
        call("a", "fast");
        call("a", "slow");
        call("a", "fast");

        assertThat(times.medians()).hasSize(2);
        assertThat(times.slowerThan(LIMIT)).isEmpty();
    }

    @Test
    void a_slow_key_is_not_hidden_by_fast_ones() {
        CommandTimes times = CommandTimes.record(jedis);
        for (int i = 0; i < CommandTimes.CALLS; i++) {
            call("a", "slow");
            call("b", "fast");
            call("c", "fast");
        }

        assertThat(times.slowerThan(LIMIT)).containsOnlyKeys("evalsha " + script + " a");
    }

    @Test
    void what_was_before_is_forgotten() {
        CommandTimes times = CommandTimes.record(jedis);
        for (int i = 0; i < CommandTimes.CALLS; i++) {
            jedis.get("key");
            jedis.ping();
        }
        assertThat(times.medians()).containsOnlyKeys("get", "get key", "ping");

        times.reset();

        assertThat(times.medians()).isEmpty();
        assertThat(times).hasToString("no commands");
    }

    @Test
    void what_happens_during_a_pause_is_not_recorded() {
        CommandTimes times = CommandTimes.record(jedis);
        for (int i = 0; i < CommandTimes.CALLS; i++) {
            jedis.get("key");
            times.pause();
            jedis.ping();
            times.resume();
        }

        assertThat(times.medians()).containsOnlyKeys("get", "get key");
    }
}
