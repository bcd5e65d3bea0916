package io.github.asynqee.testkit;

import java.net.URI;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One Redis server for tests: a container if Docker is available, otherwise a local process, or an existing server.
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
 *         try (AsynqClient client = Asynq.connect(REDIS.url())) {
 *             …
 *         }
 *     }
 * }
 * }</pre>
 * <p>
 * The system property {@value #PROPERTY} selects the server:
 * <ul>
 * <li>{@code auto}, the default: a container if Testcontainers is on the class path and Docker is available and has the
 * image or can pull it at once; otherwise an embedded server. The choice takes at most a minute, or a second without
 * Docker.
 * <li>{@code container}: a container of the image {@value #IMAGE_PROPERTY}; fails if it cannot be started.
 * <li>{@code embedded}: an {@link EmbeddedRedis}.
 * <li>the URL of an existing server, {@code redis://…} or {@code rediss://…}. It must be empty, because tests delete
 * all data, and is left empty. With {@value #FLUSH_PROPERTY}{@code =true} existing data is deleted.
 * </ul>
 * A line on standard error names the chosen server, and the reason if it is not a container.
 * <p>
 * Testcontainers is an optional dependency of this library: add {@code org.testcontainers:testcontainers} to the test
 * class path to use containers. Tests that need a Redis Cluster, Sentinel, special settings, or a server that is
 * stopped and restarted use the embedded servers.
 */
public final class RedisForTests implements AutoCloseable {

    /** System property: {@code auto}, {@code container}, {@code embedded} or a URL. */
    public static final String PROPERTY = "asynq.test.redis";

    /** System property that names the image of the container; {@value #DEFAULT_IMAGE} by default. */
    public static final String IMAGE_PROPERTY = "asynq.test.redis.image";

    /** System property that permits deleting the data of an existing server: {@code true}. */
    public static final String FLUSH_PROPERTY = "asynq.test.redis.flush";

    /** The image of the container unless {@value #IMAGE_PROPERTY} names another. */
    public static final String DEFAULT_IMAGE = "redis:8-alpine";

    private static @Nullable RedisForTests shared;
    private static @Nullable RedisStartException sharedFailure;

    private final String url;
    private final boolean container;
    private final AutoCloseable server;
    private final String version;

    /** Chooses and starts the server. */
    record Choice(String wanted, String image, boolean mayFlush, Consumer<String> notice) {

        static Choice configured() {
            return new Choice(System.getProperty(PROPERTY, "auto"),
                    System.getProperty(IMAGE_PROPERTY, DEFAULT_IMAGE),
                    Boolean.getBoolean(FLUSH_PROPERTY),
                    System.err::println);
        }

        RedisForTests start() {
            return switch (wanted) {
                case "auto", "" -> auto();
                case "container" -> container();
                case "embedded" -> embedded("set by " + PROPERTY);
                default -> existing();
            };
        }

        private RedisForTests auto() {
            try {
                requireTestcontainers();
                return in(RedisContainer.startSoon(image));
            } catch (RedisStartException e) {
                return embedded("no container: " + e.getMessage());
            }
        }

        private RedisForTests container() {
            try {
                requireTestcontainers();
                return in(RedisContainer.start(image));
            } catch (RedisStartException e) {
                throw new RedisStartException("System property " + PROPERTY
                        + " requires a container of " + image + ", which cannot be started: " + e.getMessage(), e);
            }
        }

        private RedisForTests embedded(String reason) {
            EmbeddedRedis redis = EmbeddedRedis.start();
            RedisForTests server = new RedisForTests(redis.url(), false, redis);
            notice.accept("Redis for tests: embedded, " + server + " (" + reason + ")");
            return server;
        }

        private RedisForTests existing() {
            if (!wanted.startsWith("redis://") && !wanted.startsWith("rediss://")) {
                throw new RedisStartException("System property " + PROPERTY + " is \"" + wanted
                        + "\", not auto, container, embedded, redis://… or rediss://…");
            }
            ExistingRedis redis = ExistingRedis.claim(wanted, mayFlush, FLUSH_PROPERTY);
            RedisForTests server = new RedisForTests(wanted, false, redis);
            notice.accept("!!! Redis for tests: THE EXISTING " + server + ", EVERYTHING IN IT WILL BE DELETED");
            return server;
        }

        private RedisForTests in(RedisContainer redis) {
            RedisForTests server = new RedisForTests(redis.url(), true, redis);
            notice.accept("Redis for tests: container of " + image + ", " + server);
            return server;
        }

        private static void requireTestcontainers() {
            try {
                Class.forName("org.testcontainers.containers.GenericContainer", false,
                        RedisForTests.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new RedisStartException("org.testcontainers:testcontainers is not on the class path", e);
            }
        }
    }

    private RedisForTests(String url, boolean container, AutoCloseable server) {
        this.url = url;
        this.container = container;
        this.server = server;
        this.version = askVersion();
    }

    /**
     * Returns the server shared by all tests of this JVM. The first call starts it; it stops when the JVM exits.
     *
     * @return the running server
     * @throws RedisStartException if the selected server cannot be started
     */
    public static synchronized RedisForTests shared() {
        if (sharedFailure != null) {
            throw sharedFailure;
        }
        if (shared == null) {
            try {
                shared = start();
            } catch (RedisStartException e) {
                // stored, so that further tests fail at once
                sharedFailure = e;
                throw e;
            }
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "close-redis-for-tests"));
        }
        return shared;
    }

    /**
     * Starts a server that is not shared; a server selected by a URL is always shared.
     *
     * @return the running server
     * @throws RedisStartException if the selected server cannot be started
     */
    public static RedisForTests start() {
        return Choice.configured().start();
    }

    /**
     * The URL.
     *
     * @return {@code redis://host:port}; for an existing server the value of {@value #PROPERTY}
     */
    public String url() {
        return url;
    }

    /**
     * The host.
     *
     * @return a host name or address
     */
    public String host() {
        return URI.create(url).getHost();
    }

    /**
     * The port.
     *
     * @return the TCP port
     */
    public int port() {
        int port = URI.create(url).getPort();
        return port < 0 ? 6379 : port;
    }

    /**
     * Whether the server runs in a container started by this class.
     *
     * @return false if it is a local process or an existing server
     */
    public boolean isContainer() {
        return container;
    }

    /**
     * The server's product and version.
     *
     * @return product and version: {@code Redis 7.2.4}, {@code Valkey 8.1.0}
     */
    public String version() {
        return version;
    }

    /**
     * The URL of one of its databases.
     *
     * @param database its number; Redis has 16 unless it is configured otherwise
     * @return the URL with that number
     */
    public String url(int database) {
        URI server = URI.create(url);
        String query = server.getRawQuery() == null ? "" : "?" + server.getRawQuery();
        return server.getScheme() + "://" + server.getRawAuthority() + "/" + database + query;
    }

    /**
     * Deletes every key in one database.
     *
     * @param database its number
     * @throws RedisStartException if Redis has no such database
     */
    public void clear(int database) {
        try (Jedis jedis = Connections.to(url(database))) {
            jedis.flushDB();
        } catch (JedisDataException e) {
            throw new RedisStartException("Redis at " + host() + ":" + port() + " has no usable database " + database
                    + ": " + e.getMessage(), e);
        }
    }

    /** Deletes every key in every database. */
    public void clear() {
        try (Jedis jedis = Connections.to(url)) {
            jedis.flushAll();
        }
    }

    /** Stops the server; an existing server keeps running, without data. */
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
