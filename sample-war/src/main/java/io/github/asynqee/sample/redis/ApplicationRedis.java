package io.github.asynqee.sample.redis;

import java.util.logging.Level;
import java.util.logging.Logger;

import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisStartException;

/**
 * The one embedded Redis of this application, from the first request for its URL until the application has stopped.
 * Static, because a server may make any number of {@linkplain EmbeddedRedisSource configuration sources}.
 */
final class ApplicationRedis {

    private static final Logger LOG = Logger.getLogger(ApplicationRedis.class.getName());

    private static EmbeddedRedis redis;
    private static boolean over;

    private ApplicationRedis() {}

    /** The URL of the embedded Redis, {@code null} if there is none. */
    static synchronized String url() {
        if (redis == null && !over) {
            start();
        }
        return redis == null ? null : redis.url();
    }

    static synchronized void stop() {
        over = true;
        if (redis != null) {
            redis.close();
            LOG.log(Level.INFO, "The embedded Redis on {0} was stopped.", redis.url());
            redis = null;
        }
    }

    private static void start() {
        try {
            redis = EmbeddedRedis.start();
            LOG.log(Level.WARNING,
                    "No Redis is configured: an embedded one was started on {0}. Its data is lost when"
                            + " this application stops. To use another, set MP_MESSAGING_CONNECTOR_ASYNQ_URL.",
                    redis.url());
        } catch (RedisStartException e) {
            over = true;
            LOG.log(Level.WARNING, "No Redis is configured, and an embedded one could not be started.", e);
        }
    }
}
