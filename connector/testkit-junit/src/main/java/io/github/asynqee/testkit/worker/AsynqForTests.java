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
 * Client, inspector and worker of a test. They share a clock that only the test moves. With JUnit 5,
 * {@code @AsynqTest} creates and closes it.
 *
 * <p>The clock determines when tasks are due, and the stored times. The locks of unique tasks follow real time,
 * because Redis itself lets them expire.
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
     * Creates the objects of a test. The clock stands at the current time, in whole seconds.
     *
     * @param url the Redis: {@code redis://host:port/database}
     * @return client, inspector and worker; connections are made at first use
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqForTests on(String url) {
        return on(url, Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS));
    }

    /**
     * Creates the objects of a test. The clock stands at the given time.
     *
     * @param url the Redis: {@code redis://host:port/database}
     * @param now the time
     * @return client, inspector and worker; connections are made at first use
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqForTests on(String url, Instant now) {
        return new AsynqForTests(url, ManualClock.startingAt(now));
    }

    /** @return the URL of the Redis, for code that opens its own connections */
    public String url() {
        return url;
    }

    /** @return the clock that determines when tasks are due */
    public ManualClock clock() {
        return clock;
    }

    /** @return the client; it encodes payloads other than {@code byte[]} and text with JSON-B */
    public AsynqClient client() {
        return client;
    }

    /** @return the inspector */
    public Inspector inspector() {
        return inspector;
    }

    /** @return the worker, initially without handlers */
    public TestWorker worker() {
        return worker;
    }

    /**
     * Returns a queue for {@code assertThat}.
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
