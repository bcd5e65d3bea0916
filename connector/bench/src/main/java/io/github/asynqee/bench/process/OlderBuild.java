package io.github.asynqee.bench.process;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/**
 * The engine and the connector of another commit. The rest of a measured program comes from the current commit, so the
 * other commit must have the parts of the engine that the program uses.
 *
 * @param core the engine's jar
 * @param redis the jar of the module between engine and Redis, or empty if the engine's jar contains it
 * @param connector the connector's jar, or empty; without it, the build cannot be measured on servers
 */
public record OlderBuild(Path core, Optional<Path> redis, Optional<Path> connector) {

    /**
     * The system property that names a folder with the jars: a packaged checkout, or a folder to which they were
     * copied.
     */
    public static final String PROPERTY = "bench.before";
    static final String CORE = "asynq-core-";
    static final String REDIS = "asynq-redis-";
    static final String CONNECTOR = "asynq-connector-";
    /**
     * The depth to search: as deep as {@code connector/core/target/} in a checkout, but less than the depth of the
     * libraries in WARs.
     */
    private static final int DEPTH = 4;

    /** The folder that {@value #PROPERTY} names. */
    public static Optional<Path> folder() {
        String folder = System.getProperty(PROPERTY, "");
        return folder.isBlank() ? Optional.empty() : Optional.of(Path.of(folder).toAbsolutePath());
    }

    /**
     * Finds the jars in the {@linkplain #folder() folder}.
     *
     * @throws IllegalStateException if the engine's jar is missing, or a jar exists twice
     */
    static OlderBuild find() {
        Path folder = folder().orElseThrow(() -> new IllegalStateException(PROPERTY + " is not set"));
        Path core = jar(folder, CORE).orElseThrow(() -> new IllegalStateException(
                PROPERTY + "=" + folder + " has no " + CORE + "*.jar; package it"));
        return new OlderBuild(core, jar(folder, REDIS), jar(folder, CONNECTOR));
    }

    private static Optional<Path> jar(Path folder, String beginning) {
        String pattern = beginning + "\\d[^/]*(?<!sources|javadoc|tests)\\.jar";
        try (Stream<Path> files = Files.find(folder, DEPTH,
                (path, attributes) -> path.getFileName().toString().matches(pattern))) {
            List<Path> found = files.toList();
            if (found.size() > 1) {
                throw new IllegalStateException("more than one: " + found);
            }
            return found.stream().findFirst();
        } catch (IOException e) {
            throw new IllegalStateException(PROPERTY + "=" + folder + " cannot be read: " + e, e);
        }
    }

    /** The class path of this process with the other engine. */
    String classPath() {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath()).toList();
        Map<Path, Optional<Path>> others = Map.of(location(Worker.class), Optional.of(core),
                location(RedisConfig.class), redis);
        if (!entries.containsAll(others.keySet())) {
            throw new IllegalStateException("the class path lacks one of " + others.keySet());
        }
        return entries.stream().flatMap(entry -> others.getOrDefault(entry, Optional.of(entry)).stream())
                .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** The jar or folder from which a class was loaded. */
    static Path location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
