package io.github.asynqee.server;

import static org.awaitility.Awaitility.await;

import java.time.Duration;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import redis.clients.jedis.RedisClient;

/** A test of the deployed sample from outside, which begins with empty queues. */
public abstract class SampleTest {

    final RedisClient redis = ServerUnderTest.redis();
    public final Playground playground = Playground.at(ServerUnderTest.application());
    /** The queue that the test is about. */
    final QueueState queue;

    public SampleTest(String queue) {
        this.queue = new QueueState(redis, queue);
    }

    @Deployment(testable = false, name = SharedDeployments.SAMPLE)
    static WebArchive sample() {
        return SampleDeployment.sample();
    }

    @BeforeEach
    void begin_with_empty_queues() {
        ServerUnderTest.requireListening();
        QueueState.deleteAll(redis);
        playground.resetScore();
    }

    /** Groups count in whole seconds: tasks that join in two of them can become two calls. */
    static void awaitBeginOfSecond() {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5))
                .until(() -> System.currentTimeMillis() % 1_000 < 300);
    }

    @AfterEach
    void close() {
        redis.close();
    }
}
