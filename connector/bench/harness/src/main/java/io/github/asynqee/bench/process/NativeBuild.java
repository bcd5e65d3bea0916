package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Builds programs that are not Java, from the folders beside the Java modules of the benchmark. */
public final class NativeBuild {

    /** The system property that names the folder with the folders {@code go} and {@code c}. */
    public static final String SOURCES = "bench.sources";
    private static final String FROM_ROOT = "connector/bench";
    private static final int LIMIT_MINUTES = 5;
    private static final int LINES_OF_OUTPUT = 2;

    private NativeBuild() {}

    /** @return where builds go and what programs write */
    public static Path work() {
        return WorkFolder.of("native");
    }

    /**
     * Finds sources: where {@value #SOURCES} says, or else in the checkout this runs in.
     *
     * @param name of the folder
     * @return the folder
     * @throws IllegalStateException if it is not there
     */
    public static Path sources(String name) {
        String said = System.getProperty(SOURCES, "");
        if (!said.isEmpty()) {
            Path folder = Paths.get(said, name).toAbsolutePath();
            if (Files.isDirectory(folder)) {
                return folder;
            }
            throw new IllegalStateException("-D" + SOURCES + "=" + said + " has no folder " + name);
        }
        for (Path at = Paths.get("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path folder = at.resolve(FROM_ROOT).resolve(name);
            if (Files.isDirectory(folder)) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder " + FROM_ROOT + "/" + name + " here or above; -D" + SOURCES
                + " says where " + FROM_ROOT + " is");
    }

    /**
     * Copies a folder, so that a build leaves the original alone.
     *
     * @param from the folder
     * @param to where the copy goes, instead of what is there
     */
    public static void copy(Path from, Path to) {
        try {
            if (Files.exists(to)) {
                try (Stream<Path> old = Files.walk(to)) {
                    for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            try (Stream<Path> all = Files.walk(from)) {
                for (Path path : all.toList()) {
                    Path copy = to.resolve(from.relativize(path));
                    Files.createDirectories(copy.getParent());
                    Files.copy(path, copy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(from + " cannot be copied to " + to + ": " + e, e);
        }
    }

    /**
     * Runs a compiler.
     *
     * @param folder where
     * @param log the file that gets its output
     * @param command the compiler and its arguments
     * @throws IllegalStateException if it cannot do it; the message says why
     */
    public static void run(Path folder, Path log, List<String> command) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile())).start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(command.get(0) + " was not ready in " + LIMIT_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(firstLines(command.get(0), log));
            }
        } catch (IOException e) {
            throw new IllegalStateException("there is no " + command.get(0) + " that can be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building in " + folder, e);
        }
    }

    private static String firstLines(String program, Path log) throws IOException {
        List<String> lines = Files.readAllLines(log).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("go: downloading"))
                .map(line -> line.replaceAll("reading https?://\\S+ *", "")).toList();
        int count = Math.min(LINES_OF_OUTPUT, lines.size());
        return program + " says: " + String.join(" / ", lines.subList(0, count));
    }
}
