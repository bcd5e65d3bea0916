package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/** Jobs of a console, on a Redis with many tasks in one queue. */
abstract class JobFixture {

    static final RedisForTests REDIS = RedisForTests.shared();
    static final int TASKS = 1_200;

    final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    final List<AuditEntry> ended = new ArrayList<>();
    final JobRunner runner = runner();
    final Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobFixture::queries, Clock.systemUTC(),
            runner);
    final JobStore store = new JobStore(redis.executor());

    static QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), new Masking(List.of()).view());
    }

    JobRunner runner() {
        return new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries, JobChecks.NONE,
                Clock.systemUTC(), ended::add);
    }

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        List<Task<byte[]>> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(Task.of(i % 2 == 0 ? "even" : "odd", new byte[0]).queue("q").id("t" + i));
        }
        assertThat(redis.client().enqueueAll(tasks)).hasSize(TASKS);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    int pending() {
        return redis.inspector().queues().info("q").pending();
    }

    Job create(BulkAction action, String q, String reason, String typed) {
        return jobs.create(new Job.Request(action, q, reason, typed, true, null), "ann");
    }

    void runAll() {
        while (runner.stepOfEach()) {
            assertThat(jobs.all()).isNotEmpty();
        }
    }

    Jobs within(String queue) {
        QueueScope scope = new QueueScope(List.of(queue));
        return jobs.within(redis.within(scope).inspector(), scope);
    }

    static Map<String, String> keySpace() {
        Map<String, Response<byte[]>> dumps = new TreeMap<>();
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            Set<String> keys = jedis.keys("*");
            Pipeline pipeline = jedis.pipelined();
            keys.forEach(key -> dumps.put(key, pipeline.dump(key)));
            pipeline.sync();
        }
        Map<String, String> values = new TreeMap<>();
        dumps.forEach((key, dump) -> values.put(key, Arrays.toString(dump.get())));
        return values;
    }

    /** The keys that match. Checks that each of them expires within 31 days. */
    static Set<String> expiring(String pattern) {
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            Set<String> keys = jedis.keys(pattern);
            assertThat(keys).allSatisfy(key -> assertThat(jedis.ttl(key)).as(key).isBetween(0L, 31 * 86_400L));
            return keys;
        }
    }
}
