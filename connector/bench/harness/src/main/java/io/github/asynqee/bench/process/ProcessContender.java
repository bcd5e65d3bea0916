package io.github.asynqee.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;

/**
 * A child process that reads an order a line from its input and answers each with a line on its output: {@code ok} with
 * numbers as {@code name=value}, or {@code failed:} with the reason. What it writes to its error output goes to a log
 * file.
 */
public final class ProcessContender implements Contender {

    /** Who needs longer for an order, not counting the time the order itself allows, is killed. */
    static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final Duration END_LIMIT = Duration.ofSeconds(15);
    private static final int LINES_OF_LOG = 20;

    private final String name;
    private final String id;
    private final Predicate<Order> known;
    private final Path log;
    private final Duration patience;
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    /**
     * Starts the process.
     *
     * @param name what it is called in reports
     * @param id what it is called in names of queues
     * @param command the program and its arguments
     * @param log the file that gets its error output
     * @param known which orders it can carry out
     * @throws UncheckedIOException if there is no such program
     */
    public ProcessContender(String name, String id, List<String> command, Path log, Predicate<Order> known) {
        this(name, id, command, log, known, PATIENCE);
    }

    ProcessContender(String name, String id, List<String> command, Path log, Predicate<Order> known,
            Duration patience) {
        this.name = name;
        this.id = id;
        this.known = known;
        this.log = log.toAbsolutePath();
        this.patience = patience;
        try {
            Files.createDirectories(this.log.getParent());
            process = new ProcessBuilder(command).redirectError(Redirect.to(this.log.toFile())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be started: " + e.getMessage(), e);
        }
        orders = process.outputWriter(StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean can(Order order) {
        return known.test(order);
    }

    @Override
    public synchronized Map<String, Long> ask(Order order) {
        String answer = answer(order);
        if (answer == null) {
            throw new IllegalStateException("%s has %s at \"%s\"; %s".formatted(name, end(), order, endOfLog()));
        }
        if (!answer.equals("ok") && !answer.startsWith("ok ")) {
            throw new IllegalStateException(
                    "%s does not carry out \"%s\": %s; %s".formatted(name, order, answer, endOfLog()));
        }
        Map<String, Long> numbers = new TreeMap<>();
        Order.parse(answer).values().forEach((key, value) -> numbers.put(key, Long.valueOf(value)));
        return numbers;
    }

    /** @return the line it answers with, or {@code null} if it has ended */
    private String answer(Order order) {
        long limit = patience.toMillis() + Long.parseLong(order.text("within", "0"));
        CompletableFuture<Void> answered = new CompletableFuture<Void>().orTimeout(limit, TimeUnit.MILLISECONDS);
        answered.whenComplete((nothing, late) -> {
            if (late != null) {
                kill();
            }
        });
        try {
            orders.write(order + "\n");
            orders.flush();
            return answers.readLine();
        } catch (IOException e) {
            return null;
        } finally {
            answered.complete(null);
        }
    }

    private String end() {
        try {
            return process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    ? "ended with exit code " + process.exitValue()
                    : "closed its output";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "been waited for in vain";
        }
    }

    private String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            List<String> last = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
            return last.isEmpty() ? log + " is empty" : "end of " + log + ":\n" + String.join("\n", last);
        } catch (IOException e) {
            return log + " cannot be read: " + e;
        }
    }

    /** {@inheritDoc} What children used that have ended is not in it. */
    @Override
    public long cpuNanos() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    /** Lets it end by itself for a while. */
    @Override
    public void close() {
        try {
            orders.close();
        } catch (IOException e) {
            // it has ended before
        }
        try {
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
