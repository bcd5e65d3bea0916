package io.github.asynqee.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One running {@code redis-server}. It is a child of a shell (see {@code redis.sh}) in a separate session: it does
 * not receive Ctrl-C of the terminal, and it stops when this JVM exits.
 */
final class RedisProcess {

    private static final String LAUNCHER = "exec $(command -v setsid) /bin/sh -c \"$0\" redis \"$@\"";
    private static final String SCRIPT = script();
    /** Time limit of a start, during which Redis reads its files. A long AOF takes tens of seconds. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int LINES_KEPT = 200;

    private final Process shell;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final CompletableFuture<Long> pid = new CompletableFuture<>();
    private final Deque<String> output = new ArrayDeque<>();

    private RedisProcess(Process shell, String readyLine) {
        this.shell = shell;
        Thread reader = new Thread(() -> read(readyLine), "redis-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the command and returns when it has printed a line that contains {@code readyLine}. */
    static RedisProcess start(List<String> redis, Path directory, String readyLine) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", LAUNCHER, SCRIPT));
        command.addAll(redis);
        RedisProcess process;
        try {
            process = new RedisProcess(new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start(), readyLine);
        } catch (IOException e) {
            throw new RedisStartException("Could not run " + String.join(" ", redis), e);
        }
        process.awaitReady(redis);
        return process;
    }

    /** The process id of the server itself. */
    long pid() {
        return pid.join();
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    /** Stops it by {@code SIGTERM}, or by {@code SIGKILL} after a timeout. */
    void stop() {
        try (OutputStream stdin = shell.getOutputStream()) {
            stdin.write('\n');
        } catch (IOException e) {
            // the shell has exited already
        }
        if (!awaitExit(STOP_LIMIT)) {
            kill();
        }
    }

    /** Kills it as {@code kill -9} does. */
    void kill() {
        signal("KILL");
        if (!awaitExit(STOP_LIMIT)) {
            shell.destroyForcibly();
            throw new IllegalStateException("redis-server " + pid() + " survived SIGKILL");
        }
    }

    void signal(String name) {
        if (!shell.isAlive()) {
            return;
        }
        try {
            // the shell's builtin kill: the command need not be installed
            new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid()).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String output() {
        synchronized (output) {
            return String.join("\n", output);
        }
    }

    private void awaitReady(List<String> redis) {
        String reason;
        try {
            if (ready.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            awaitExit(STOP_LIMIT);
            reason = "ended with exit code " + shell.exitValue() + " before it was ready";
        } catch (TimeoutException e) {
            reason = "was not ready after " + START_LIMIT.toSeconds() + " s";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason = "was not ready when the waiting thread was interrupted";
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        stop();
        throw new RedisStartException(String.join(" ", redis) + "\n" + reason + "; it printed:\n" + output());
    }

    private boolean awaitExit(Duration limit) {
        boolean interrupted = Thread.interrupted();
        try {
            return shell.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void read(String readyLine) {
        try (BufferedReader reader = shell.inputReader(StandardCharsets.UTF_8)) {
            pid.complete(Long.valueOf(reader.readLine()));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                keep(line);
                if (line.contains(readyLine)) {
                    ready.complete(true);
                }
            }
        } catch (IOException | NumberFormatException e) {
            keep(e.toString());
        } finally {
            pid.completeExceptionally(new IllegalStateException("redis-server was not started"));
            ready.complete(false);
        }
    }

    private void keep(String line) {
        synchronized (output) {
            if (output.size() == LINES_KEPT) {
                output.removeFirst();
            }
            output.addLast(line);
        }
    }

    /** Without comments, because the script is visible in process lists. */
    private static String script() {
        try (InputStream script = RedisProcess.class.getResourceAsStream("redis.sh")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^#.*\\R", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
