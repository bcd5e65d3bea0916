package io.github.asynqee.testkit;

import java.net.URI;

import redis.clients.jedis.Jedis;

/**
 * One Redis server for tests: a container where Docker answers, else a local process, or a server that runs already.
 *
 * <pre>{@code
 * class OrdersTest {
 *
 *     private static final RedisForTests REDIS = RedisForTests.shared();
 *
 *     @BeforeEach
 *     void clear() {
 *         REDIS.clear();
 *     }
 *
 *     @Test
 *     void an_order_is_enqueued() {
 *         try (AsynqClient client = AsynqClient.connect(REDIS.url())) {
 *             …
 *         }
 *     }
 * }
 * }</pre>
 * <p>
 * The system property {@value #PROPERTY} says which:
 * <ul>
 * <li>{@code auto}, the default: a container, if Testcontainers is on the class path, Docker answers and has the image
 * or can pull it at once; else an embedded server. This is decided within a minute at most, within a second where there
 * is no Docker.
 * <li>{@code container}: a container of the image {@value #IMAGE_PROPERTY}, or failure.
 * <li>{@code embedded}: an {@link EmbeddedRedis}.
 * <li>the URL of an existing server, {@code redis://…} or {@code rediss://…}. It has to be empty, for tests delete what
 * is in it, and is left empty. With {@value #FLUSH_PROPERTY}{@code =true}, all that it holds is deleted.
 * </ul>
 * One line on standard error says which it was, and why it was not a container.
 * <p>
 * Testcontainers is an optional dependency of this library: who wants containers adds
 * {@code org.testcontainers:testcontainers} to the test class path. Tests that need a Redis Cluster, Sentinel, a
 * configuration of their own, or a server to be stopped and started again, use the embedded servers.
 */
public final class RedisForTests implements AutoCloseable {

    /** System property: {@code auto}, {@code container}, {@code embedded} or a URL. */
    public static final String PROPERTY = "asynq.test.redis";

    /** System property that names the image of the container; {@value #DEFAULT_IMAGE} by default. */
    public static final String IMAGE_PROPERTY = "asynq.test.redis.image";

    /** System property that allows to delete what an existing server holds: {@code true}. */
    public static final String FLUSH_PROPERTY = "asynq.test.redis.flush";

    /** The image of the container unless {@value #IMAGE_PROPERTY} names another. */
    public static final String DEFAULT_IMAGE = "redis:8-alpine";

    private static RedisForTests shared;
    private static RedisStartException sharedFailure;

    private final String url;
    private final boolean container;
    private final AutoCloseable server;
    private final String version;

    RedisForTests(String url, boolean container, AutoCloseable server) {
        this.url = url;
        this.container = container;
        this.server = server;
        this.version = askVersion();
    }

    /**
     * The server that all tests of this JVM share. It is started by the first call and ends with the JVM.
     *
     * @return the running server
     * @throws RedisStartException if the demanded one cannot be had
     */
    public static synchronized RedisForTests shared() {
        if (sharedFailure != null) {
            throw sharedFailure;
        }
        if (shared == null) {
            try {
                shared = start();
            } catch (RedisStartException e) {
                // the next test need not wait for the same
                sharedFailure = e;
                throw e;
            }
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "close-redis-for-tests"));
        }
        return shared;
    }

    /**
     * Starts a server for the caller alone; one that is named by a URL is shared all the same.
     *
     * @return the running server
     * @throws RedisStartException if the demanded one cannot be had
     */
    public static RedisForTests start() {
        return RedisChoice.configured().start();
    }

    /**
     * Where to find it.
     *
     * @return {@code redis://host:port}, for an existing server what {@value #PROPERTY} says
     */
    public String url() {
        return url;
    }

    /**
     * Where it listens.
     *
     * @return a host name or address
     */
    public String host() {
        return URI.create(url).getHost();
    }

    /**
     * Where it listens.
     *
     * @return the TCP port
     */
    public int port() {
        int port = URI.create(url).getPort();
        return port < 0 ? 6379 : port;
    }

    /**
     * Whether it runs in a container of these tests.
     *
     * @return false if it is a local process or an existing server
     */
    public boolean isContainer() {
        return container;
    }

    /**
     * What it is, as it says itself.
     *
     * @return product and version: {@code Redis 7.2.4}, {@code Valkey 8.1.0}
     */
    public String version() {
        return version;
    }

    /** Deletes every key in every database. */
    public void clear() {
        try (Jedis jedis = Connections.to(url)) {
            jedis.flushAll();
        }
    }

    /** Ends the server; one that was there before is left running, and empty. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return version + " at " + host() + ":" + port();
    }

    private String askVersion() {
        try (Jedis jedis = Connections.to(url)) {
            return ServerInfo.of(jedis).version();
        }
    }
}
