package io.github.asynqee.server.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A provisioned application server with the sample, as a process of its own: the same files that the run command uses.
 *
 * <pre>{@code
 * try (ServerProcess server = ServerProcess.of(AppServer.LIBERTY, home)
 *         .instance(directory)
 *         .ports(ServerPorts.free())
 *         .redisUrl(redis.url())
 *         .start()) {
 *     server.awaitReady(Duration.ofSeconds(60));
 *     Duration stopping = server.terminate(Duration.ofSeconds(30));
 * }
 * }</pre>
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
    private static final int LINES_SHOWN = 60;

    private final ServerBuilder config;
    private final Process process;
    private final Thread stopWithThisJvm = new Thread(() -> stop(STOP_LIMIT), "stop-server");

    ServerProcess(ServerBuilder config) {
        this.config = config;
        try {
            process = config.process().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            Runtime.getRuntime().addShutdownHook(stopWithThisJvm);
        } catch (IllegalStateException e) {
            // this JVM is stopping
            kill();
            throw e;
        }
    }

    /**
     * A server as the run command starts it: on its default ports, with its output on this process's output.
     *
     * @param server which
     * @param home   where it was provisioned
     * @return a builder for the process
     */
    public static ServerBuilder of(AppServer server, Path home) {
        return new ServerBuilder(server, home);
    }

    /**
     * Where the sample is found.
     *
     * @return a URL that ends with a slash
     */
    public URI application() {
        return config.server().application(config.ports());
    }

    /**
     * The URL of the readiness check.
     *
     * @return a URL
     */
    public URI readiness() {
        return config.server().readiness(config.ports());
    }

    /**
     * Whether the server runs.
     *
     * @return false after it has ended, for any reason
     */
    public boolean isRunning() {
        return process.isAlive();
    }

    /**
     * Returns when readiness is UP, and with it the application.
     *
     * @param limit how long that may take
     * @return the time that it took, from this call
     * @throws IllegalStateException if the server ends before, or is not ready in time; the message ends with its log
     */
    public Duration awaitReady(Duration limit) {
        long start = System.nanoTime();
        HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        String answer = "no answer";
        while (elapsedSince(start).compareTo(limit) < 0) {
            if (!process.isAlive()) {
                throw failure("ended with exit code " + process.exitValue() + " before it was ready");
            }
            try {
                HttpRequest request = HttpRequest.newBuilder(readiness()).timeout(Duration.ofSeconds(5)).build();
                HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() == 200) {
                    return elapsedSince(start);
                }
                answer = response.statusCode() + " " + response.body();
            } catch (IOException e) {
                answer = e.toString();
            } catch (InterruptedException e) {
                throw interrupted();
            }
            pause();
        }
        throw failure("was not ready after " + limit.toSeconds() + " s: " + answer);
    }

    /**
     * Asks the server to stop, as {@code SIGTERM} does, and waits until it has.
     *
     * @param limit how long that may take
     * @return the time that it took
     * @throws IllegalStateException if it still runs then; the message ends with its log
     */
    public Duration terminate(Duration limit) {
        long start = System.nanoTime();
        process.destroy();
        if (!awaitExit(limit)) {
            throw failure("still runs " + limit.toSeconds() + " s after SIGTERM");
        }
        return elapsedSince(start);
    }

    /**
     * Ends the server at once, as {@code kill -9} does.
     */
    public void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        awaitExit(STOP_LIMIT);
    }

    /**
     * Waits until the server has ended.
     *
     * @return its exit code
     */
    public int awaitExit() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /**
     * The processor time that the server has used so far.
     *
     * @return user and system time of its running processes together
     */
    public Duration cpuTime() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * The process of the server's Java.
     *
     * @return the process that was started, or the Java process that its script started
     */
    public ProcessHandle java() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .filter(handle -> handle.info().command().orElse("").endsWith("/java")).findFirst()
                .orElseThrow(() -> failure("has no process of Java"));
    }

    /**
     * The file of the application, if it has {@linkplain ServerBuilder#application(Path) a separate one}.
     *
     * @return where the server finds it
     */
    public Path deployed() {
        return config.deployed(config.application());
    }

    /**
     * Deploys another archive while the server runs, or replaces it.
     *
     * @param archive a WAR or EAR
     */
    public void deploy(Path archive) {
        Path file = config.deployed(archive);
        Path incomplete = Path.of(file + ".incomplete");
        try {
            Files.copy(archive, incomplete, StandardCopyOption.REPLACE_EXISTING);
            Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Deletes the file of an archive.
     *
     * @param archive the deployed file
     */
    public void undeploy(Path archive) {
        try {
            Files.delete(config.deployed(archive));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether an application has started.
     *
     * @param archive the deployed file
     * @return whether it has started at least once
     */
    public boolean hasStarted(Path archive) {
        return config.server().hasStarted(config.deployed(archive), output());
    }

    /**
     * Whether the start of an application has failed.
     *
     * @param archive the deployed file
     * @return whether it has failed at least once
     */
    public boolean hasFailed(Path archive) {
        return config.server().hasFailed(config.deployed(archive), output());
    }

    /**
     * The output of the server, if it is a separate {@linkplain ServerBuilder#instance(Path) instance}.
     *
     * @return the whole output, or nothing if it went to this process's output
     */
    public String output() {
        try {
            return config.console() == null ? "" : Files.readString(config.console());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Stops the server, by force if it takes longer than 40 seconds.
     */
    @Override
    public void close() {
        stop(STOP_LIMIT);
        try {
            Runtime.getRuntime().removeShutdownHook(stopWithThisJvm);
        } catch (IllegalStateException e) {
            // this JVM is stopping: the hook finds nothing left to do
        }
    }

    private void stop(Duration limit) {
        process.destroy();
        if (!awaitExit(limit)) {
            kill();
        }
    }

    private boolean awaitExit(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private IllegalStateException failure(String what) {
        List<String> lines = output().lines().toList();
        String end = String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        return new IllegalStateException(config.server() + " " + what + "\n" + end);
    }

    private static Duration elapsedSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static IllegalStateException interrupted() {
        Thread.currentThread().interrupt();
        return new IllegalStateException("Interrupted while waiting for the server");
    }
}
