package io.github.asynqee.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import redis.embedded.core.ExecutableProvider;

/**
 * Locates the {@code redis-server} that embedded servers run.
 * <p> Candidates in this order: the file named by the system property {@value #PROPERTY}, the file named by the
 * environment variable {@value #ENVIRONMENT}, the file bundled with this library (Redis 6.2 for Linux and macOS).
 */
public final class RedisBinary {

    /** System property that names the {@code redis-server} to run. */
    public static final String PROPERTY = "asynq.testkit.redis-server";

    /** Environment variable that names the {@code redis-server} to run. */
    public static final String ENVIRONMENT = "ASYNQ_TESTKIT_REDIS_SERVER";

    private RedisBinary() {}

    /**
     * Returns the {@code redis-server} that embedded servers run by default.
     *
     * @return an executable file
     * @throws RedisStartException if the configured file cannot be executed, or no file is bundled for this platform
     */
    public static Path locate() {
        Optional<String> configured = Stream.of(System.getProperty(PROPERTY), System.getenv(ENVIRONMENT))
                .filter(name -> name != null && !name.isBlank())
                .findFirst();
        return configured.map(RedisBinary::executable).orElseGet(() -> Bundled.BINARY);
    }

    /**
     * Returns the {@code redis-server} installed on this machine, if any, for features that the bundled server lacks.
     *
     * @return the first {@code redis-server} on the {@code PATH}
     */
    public static Optional<Path> installed() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Path executable(String name) {
        Path file = Path.of(name);
        if (!Files.isExecutable(file)) {
            throw new RedisStartException("No executable redis-server at " + file.toAbsolutePath()
                    + ", named by system property " + PROPERTY + " or environment variable " + ENVIRONMENT);
        }
        return file.toAbsolutePath();
    }

    /** Unpacked once per JVM, at first use. */
    private static final class Bundled {

        static final Path BINARY = unpack();

        private static Path unpack() {
            try {
                Path directory = Files.createTempDirectory("asynq-testkit-");
                directory.toFile().deleteOnExit();
                File binary = ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
                binary.deleteOnExit();
                return binary.toPath();
            } catch (IOException | RuntimeException e) {
                throw new RedisStartException("No redis-server is bundled for " + System.getProperty("os.name") + " on "
                        + System.getProperty("os.arch") + "; name one by the system property " + PROPERTY, e);
            }
        }
    }
}
