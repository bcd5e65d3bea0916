package io.github.asynqee.server;

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

    @Deployment(testable = false)
    static WebArchive sample() {
        return SampleDeployment.sample();
    }

    @BeforeEach
    void begin_with_empty_queues() {
        ServerUnderTest.requireListening();
        QueueState.deleteAll(redis);
        playground.resetScore();
    }

    @AfterEach
    void close() {
        redis.close();
    }
}
