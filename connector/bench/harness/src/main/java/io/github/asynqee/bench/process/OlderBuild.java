package io.github.asynqee.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import io.github.asynqee.internal.engine.Worker;

/**
 * The engine and the connector of another commit, to be measured beside the present ones. All the rest of a contender is
 * the present one's, so that it knows the same orders: the engine's public interface must be the same as far as the
 * contender uses it.
 *
 * @param core the engine's jar
 * @param connector the connector's jar, or empty: then there are no servers
 */
public record OlderBuild(Path core, Optional<Path> connector) {

    /** The system property that names a folder with the jars: a checkout that was packaged, or a folder they were copied to. */
    public static final String PROPERTY = "bench.before";

    private static final String CORE = "asynq-core-";
    private static final String CONNECTOR = "asynq-connector-";
    private static final String LIBRARIES = "WEB-INF/lib/";
    /** As deep as {@code connector/core/target/} of a checkout, and less deep than what WARs are made of. */
    private static final int DEPTH = 4;

    /** @return the folder that {@value #PROPERTY} names */
    public static Optional<Path> folder() {
        String said = System.getProperty(PROPERTY, "");
        return said.isBlank() ? Optional.empty() : Optional.of(Path.of(said).toAbsolutePath());
    }

    /**
     * Finds the jars.
     *
     * @return those in the {@linkplain #folder() folder}
     * @throws IllegalStateException if the engine's is not there, or something is there twice
     */
    public static OlderBuild find() {
        Path folder = folder().orElseThrow(() -> new IllegalStateException(PROPERTY + " is not set"));
        return new OlderBuild(
                jar(folder, CORE).orElseThrow(() -> new IllegalStateException(
                        PROPERTY + "=" + folder + " has no " + CORE + "*.jar; package it")),
                jar(folder, CONNECTOR));
    }

    private static Optional<Path> jar(Path folder, String beginning) {
        try (Stream<Path> files = Files.find(folder, DEPTH, (path, attributes) -> path.getFileName().toString()
                .matches(beginning + "\\d[^/]*(?<!sources|javadoc|tests)\\.jar"))) {
            List<Path> found = files.toList();
            if (found.size() > 1) {
                throw new IllegalStateException("more than one: " + found);
            }
            return found.stream().findFirst();
        } catch (IOException e) {
            throw new IllegalStateException(PROPERTY + "=" + folder + " cannot be read: " + e, e);
        }
    }

    /** @return the class path of this process, but for the engine */
    String classPath() {
        Path present = presentCore();
        List<String> entries = Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
        if (entries.stream().noneMatch(entry -> Path.of(entry).toAbsolutePath().equals(present))) {
            throw new IllegalStateException("the class path has no " + present);
        }
        return entries.stream()
                .map(entry -> Path.of(entry).toAbsolutePath().equals(present) ? core.toString() : entry)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path presentCore() {
        try {
            return Path.of(Worker.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Copies an application, but for the engine and the connector.
     *
     * @param present the application as it is now
     * @param folder for the copy; made if it is not there
     * @return the copy, which replaces one that is there
     * @throws IllegalStateException if there is no older connector, or the application has none that could be replaced
     */
    public Path war(Path present, Path folder) {
        Path older = connector.orElseThrow(() -> new IllegalStateException("no " + CONNECTOR + "*.jar in "
                + folder().map(Path::toString).orElse("")));
        Path copy = folder.resolve("before.war");
        try {
            Files.createDirectories(folder);
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(present));
                    ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
                int replaced = 0;
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    Optional<Path> other = replacement(entry.getName(), older);
                    if (other.isPresent()) {
                        Files.copy(other.get(), out);
                        replaced++;
                    } else {
                        in.transferTo(out);
                    }
                }
                if (replaced != 2) {
                    throw new IllegalStateException(present + " has " + replaced + " jars of engine and connector");
                }
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Path> replacement(String entry, Path older) {
        if (entry.startsWith(LIBRARIES + CORE)) {
            return Optional.of(core);
        }
        return entry.startsWith(LIBRARIES + CONNECTOR) ? Optional.of(older) : Optional.empty();
    }
}
