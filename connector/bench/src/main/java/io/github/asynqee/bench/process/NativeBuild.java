package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Builds the programs in Go and C beside the Java sources of the benchmark. */
public final class NativeBuild {

    /** The system property that names the folder for builds, logs and server files. */
    public static final String WORK = "bench.work";
    private static final String FROM_ROOT = "connector/bench";
    private static final int LIMIT_MINUTES = 5;
    private static final int LINES_OF_OUTPUT = 2;

    private NativeBuild() {}

    /** A folder below the work folder; it may not exist yet. */
    public static Path work(String part) {
        return Path.of(System.getProperty(WORK, "target/bench/work"), part).toAbsolutePath();
    }

    /** The same folder, created if it does not exist. */
    public static Path folder(String part) {
        try {
            return Files.createDirectories(work(part));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Finds sources in the checkout that contains the current folder.
     *
     * @throws IllegalStateException if there is no such checkout
     */
    public static Path sources(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path folder = at.resolve(FROM_ROOT).resolve(name);
            if (Files.isDirectory(folder)) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder " + FROM_ROOT + "/" + name + " here or above");
    }

    /**
     * Runs a compiler.
     *
     * @param folder where
     * @param log the file for its output
     * @param command the compiler and its arguments
     * @throws IllegalStateException if it fails, with the reason
     */
    public static void run(Path folder, Path log, List<String> command) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                    .redirectOutput(Redirect.to(log.toFile())).start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(command.get(0) + " took longer than " + LIMIT_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(firstLines(command.get(0), log));
            }
        } catch (IOException e) {
            throw new IllegalStateException(command.get(0) + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building in " + folder, e);
        }
    }

    /** The first lines of a log, without the addresses of module proxies. */
    private static String firstLines(String program, Path log) throws IOException {
        List<String> lines = Files.readAllLines(log).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("go: downloading"))
                .map(line -> line.replaceAll("reading https?://\\S+ *", "")).toList();
        return program + " fails: " + String.join(" / ", lines.subList(0, Math.min(LINES_OF_OUTPUT, lines.size())));
    }
}
