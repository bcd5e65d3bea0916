package io.github.asynqee.testkit.worker;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.assertion.TestQueue;
import io.github.asynqee.testkit.payload.TestPayloads;

/**
 * Client, inspector and worker of a test, all by a clock that only the test moves. With JUnit 5,
 * {@code @AsynqTest} creates and closes it.
 *
 * <p>The clock decides when tasks are due and what times are stored. What Redis itself lets expire follows real time: the
 * locks of unique tasks.
 */
public final class AsynqForTests implements AutoCloseable {

    private final String url;
    private final ManualClock clock;
    private final RedisBroker broker;
    private final AsynqClient client;
    private final Inspector inspector;
    private final TestWorker worker;

    private AsynqForTests(String url, ManualClock clock) {
        TestPayloads payloads = new TestPayloads();
        this.url = url;
        this.clock = clock;
        this.broker = RedisBroker.connect(RedisConfig.of(url), clock);
        this.client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
        this.inspector = new RedisInspector(broker, broker.executor(), () -> {});
        this.worker = new TestWorker(broker, inspector, payloads);
    }

    /**
     * With a clock that stands at the current time, in whole seconds.
     *
     * @param url the Redis: {@code redis://host:port/database}
     * @return client, inspector and worker; connections are made at first use
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqForTests on(String url) {
        return on(url, Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS));
    }

    /**
     * With a clock that stands at a time.
     *
     * @param url the Redis: {@code redis://host:port/database}
     * @param now the time
     * @return client, inspector and worker; connections are made at first use
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqForTests on(String url, Instant now) {
        return new AsynqForTests(url, ManualClock.startingAt(now));
    }

    /** @return the URL of the Redis, for what makes its own connections */
    public String url() {
        return url;
    }

    /** @return the clock by which tasks are due */
    public ManualClock clock() {
        return clock;
    }

    /** @return the client; payloads that are neither {@code byte[]} nor text are encoded by JSON-B */
    public AsynqClient client() {
        return client;
    }

    /** @return the inspector */
    public Inspector inspector() {
        return inspector;
    }

    /** @return the worker, without handlers yet */
    public TestWorker worker() {
        return worker;
    }

    /**
     * A queue, for {@code assertThat}.
     *
     * @param name the name of the queue
     * @return the queue
     */
    public TestQueue queue(String name) {
        return new TestQueue(inspector, name);
    }

    /** Closes client, inspector, worker and their connections. */
    @Override
    public void close() {
        worker.close();
        client.close();
        broker.close();
    }
}
