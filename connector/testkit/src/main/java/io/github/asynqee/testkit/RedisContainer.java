package io.github.asynqee.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import redis.clients.jedis.Jedis;

/** A container managed by Testcontainers. No other class refers to that library, because it is optional. */
final class RedisContainer implements AutoCloseable {

    /** The loggers to switch off. This works if SLF4J is bound to the JDK's logging. */
    private static final List<Logger> LOGGERS = List.of(Logger.getLogger("org.testcontainers"),
            Logger.getLogger("com.github.dockerjava"));
    private static final int PORT = 6379;
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    /** Limits for {@code auto}: sufficient on a working machine; Testcontainers itself retries for minutes. */
    private static final Limits SOON = new Limits(Duration.ofSeconds(10), Duration.ofSeconds(30), START_LIMIT);
    private static final Limits WITH_PATIENCE = new Limits(Duration.ofMinutes(4), Duration.ofMinutes(10),
            Duration.ofMinutes(2));

    private final GenericContainer<?> container;

    private record Limits(Duration answer, Duration pull, Duration start) {}

    private RedisContainer(String image) {
        container = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
                .withStartupTimeout(START_LIMIT);
    }

    /** Starts a container with generous limits for Docker and its registry. */
    static RedisContainer start(String image) {
        return start(image, WITH_PATIENCE);
    }

    /**
     * Starts a container with short limits. The libraries' logging is off because it looks like a failed test on a
     * machine without Docker; the caller reports the reason.
     */
    static RedisContainer startSoon(String image) {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
        RedisContainer redis = start(image, SOON);
        LOGGERS.forEach(logger -> logger.setLevel(null));
        return redis;
    }

    private static RedisContainer start(String image, Limits limits) {
        String name = DockerImageName.parse(image).asCanonicalNameString();
        if (!within(limits.answer, "Docker does not answer",
                () -> DockerClientFactory.instance().isDockerAvailable())) {
            throw new RedisStartException("Docker is not available");
        }
        within(limits.pull, "image " + name + " is not available and cannot be pulled", () -> pulledIfMissing(name));
        CompletableFuture<RedisContainer> started = inBackground(() -> {
            RedisContainer redis = new RedisContainer(name);
            redis.container.start();
            Await.until("Redis answers at " + redis.url(), START_LIMIT, redis::answers);
            return redis;
        });
        try {
            return within(limits.start, "the container does not start", started);
        } catch (RedisStartException e) {
            started.thenAccept(RedisContainer::close);
            throw e;
        }
    }

    String url() {
        return "redis://" + container.getHost() + ":" + container.getMappedPort(PORT);
    }

    /** Whether Redis answers. Docker may refuse connections for some time after the container has started. */
    private boolean answers() {
        try (Jedis jedis = Connections.to(url())) {
            return "PONG".equals(jedis.ping());
        }
    }

    @Override
    public void close() {
        container.stop();
    }

    private static boolean pulledIfMissing(String image) {
        DockerClient docker = DockerClientFactory.instance().client();
        try {
            docker.inspectImageCmd(image).exec();
        } catch (NotFoundException e) {
            pull(docker, image);
        }
        return true;
    }

    private static void pull(DockerClient docker, String image) {
        try {
            docker.pullImageCmd(image).start().awaitCompletion();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisStartException("interrupted", e);
        }
    }

    private static <T> T within(Duration limit, String failure, Supplier<T> step) {
        return within(limit, failure, inBackground(step));
    }

    private static <T> T within(Duration limit, String failure, CompletableFuture<T> step) {
        try {
            return step.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new RedisStartException(failure + ": " + messageOf(rootOf(e)), e);
        } catch (TimeoutException e) {
            throw new RedisStartException(failure + " within " + limit.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisStartException("interrupted", e);
        }
    }

    /** Runs a step on a daemon thread, because Testcontainers cannot be interrupted. */
    private static <T> CompletableFuture<T> inBackground(Supplier<T> step) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(step.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }, "start-redis-container");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** The message as one line. */
    private static String messageOf(Throwable failure) {
        return failure.toString().strip().replaceAll("\\s+", " ");
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
