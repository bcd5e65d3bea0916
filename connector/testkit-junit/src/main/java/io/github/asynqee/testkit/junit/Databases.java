package io.github.asynqee.testkit.junit;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

import io.github.asynqee.testkit.RedisForTests;
import io.github.asynqee.testkit.worker.AsynqForTests;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * Lends the databases of a Redis, each to one test at a time. Database 0 is reserved for tests without the extension.
 */
final class Databases {

    /** Redis has 16 databases by default. */
    private static final int LAST = 15;

    private final RedisForTests redis;
    private final BlockingQueue<Integer> free = new LinkedBlockingQueue<>(
            IntStream.rangeClosed(1, LAST).boxed().toList());

    Databases(RedisForTests redis) {
        this.redis = redis;
    }

    /** Returns an empty database. Waits until a database is free. */
    Lent lend(String now) throws InterruptedException {
        int database = free.take();
        try {
            redis.clear(database);
            String url = redis.url(database);
            return new Lent(database, now.isEmpty() ? AsynqForTests.on(url) : AsynqForTests.on(url, instant(now)));
        } catch (RuntimeException | Error e) {
            free.add(database);
            throw e;
        }
    }

    private static Instant instant(String now) {
        try {
            return Instant.parse(now);
        } catch (DateTimeException e) {
            throw new ExtensionConfigurationException(
                    "@AsynqTest(now = \"" + now + "\") is not a time in ISO 8601, such as "
                            + "2026-01-31T12:00:00Z",
                    e);
        }
    }

    /** A database in use by a test. */
    final class Lent implements AutoCloseable {

        private final int database;
        private final AsynqForTests asynq;

        private Lent(int database, AsynqForTests asynq) {
            this.database = database;
            this.asynq = asynq;
        }

        AsynqForTests asynq() {
            return asynq;
        }

        @Override
        public void close() {
            try {
                asynq.close();
            } finally {
                free.add(database);
            }
        }
    }
}
