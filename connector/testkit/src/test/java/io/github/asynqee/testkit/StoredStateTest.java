package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

class StoredStateTest {

    private final EmbeddedRedis redis = EmbeddedRedis.start();
    private final Jedis jedis = Connections.patient(redis);

    @BeforeEach
    void storeWhatIsRight() {
        add("waits", "pending");
        add("runs", "active");
        jedis.zadd("asynq:{q}:lease", 1, "runs");
        jedis.hset("asynq:{q}:t:joins", "state", "aggregating");
        jedis.zadd("asynq:{q}:g:a:b", 1, "joins");
        jedis.sadd("asynq:{q}:groups", "a:b");
        jedis.hset("asynq:{q}:t:staged", "state", "aggregating");
        jedis.zadd("asynq:{q}:g:a:b:1", 1, "staged");
        jedis.zadd("asynq:{q}:aggregation_sets", 1, "asynq:{q}:g:a:b:1");
        jedis.set("asynq:{q}:unique:type:digest", "waits", SetParams.setParams().ex(100));
        jedis.set("asynq:{q}:processed", "3");
        jedis.set("asynq:{q}:processed:2026-01-01", "1");
        jedis.set("asynq:{q}:processed:2026-01-02", "2");
    }

    @AfterEach
    void stop() {
        jedis.close();
        redis.close();
    }

    private void add(String id, String state) {
        jedis.hset("asynq:{q}:t:" + id, "state", state);
        jedis.rpush("asynq:{q}:" + state, id);
    }

    private List<String> violations() {
        return StoredState.of(List.of(redis)).violations();
    }

    @Test
    void the_tasks_are_read_with_their_states() {
        StoredState state = StoredState.of(List.of(redis));

        assertThat(state.violations()).isEmpty();
        assertThat(state.tasks("q")).isEqualTo(
                Map.of("waits", "pending", "runs", "active", "joins", "aggregating", "staged", "aggregating"));
        assertThat(state.tasks("none")).isEmpty();
    }

    @Test
    void each_violation_is_found() {
        jedis.hset("asynq:{q}:t:lost", "state", "pending");
        jedis.zadd("asynq:{q}:retry", 1, "waits");
        jedis.rpush("asynq:{q}:pending", "gone");
        add("leaseless", "active");
        jedis.zadd("asynq:{q}:lease", 1, "waits");
        jedis.zadd("asynq:{q}:g:unlisted", 1, "joins");
        jedis.set("asynq:{q}:unique:type:other", "nobody");
        jedis.incr("asynq:{q}:processed");

        assertThat(violations()).containsExactlyInAnyOrder("queue q: task lost is in no collection",
                "queue q: task waits is in [pending, retry]", "queue q: task gone is in [pending], but has no hash",
                "queue q: task leaseless is active without a lease",
                "queue q: task waits has a lease, but is not active",
                "queue q: group asynq:{q}:g:unlisted is not listed",
                "queue q: task joins is in [aggregating, aggregating]",
                "queue q: lock asynq:{q}:unique:type:other never expires",
                "queue q: lock asynq:{q}:unique:type:other is held by nobody, which does not exist",
                "queue q: processed is 4, the sum of its days 3");
    }

    @Test
    void a_state_and_a_lock_that_belong_to_another_one_are_found() {
        jedis.hset("asynq:{q}:t:waits", "state", "retry");
        jedis.hset("asynq:{q}:t:runs", "unique_key", "asynq:{q}:unique:type:other");
        jedis.set("asynq:{q}:unique:type:digest", "runs", SetParams.setParams().ex(100));
        jedis.hset("asynq:{q}:t:ended", "state", "completed");
        jedis.zadd("asynq:{q}:completed", 1, "ended");
        jedis.set("asynq:{q}:unique:type:ended", "ended", SetParams.setParams().ex(100));

        assertThat(violations()).containsExactlyInAnyOrder("queue q: task waits of state retry is in [pending]",
                "queue q: lock asynq:{q}:unique:type:digest is held by runs, which has another one",
                "queue q: lock asynq:{q}:unique:type:ended is held by ended, which has ended");
    }
}
