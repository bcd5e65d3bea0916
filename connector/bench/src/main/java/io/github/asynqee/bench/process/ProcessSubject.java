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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.bench.subject.CoreProgram;

/** A child process that reads a command per line and writes a reply per line. Its error output goes to a log file. */
public final class ProcessSubject implements Subject {

    /** A process that does not reply within this time, plus the time the command itself allows, is killed. */
    private static final Duration REPLY_LIMIT = Duration.ofMinutes(15);
    private static final Duration END_LIMIT = Duration.ofSeconds(15);
    private static final int LINES_OF_LOG = 20;
    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    private final String name;
    private final String id;
    private final Predicate<Command> supported;
    private final Path log;
    private final Duration replyLimit;
    private final Process process;
    private final Writer commands;
    private final BufferedReader replies;

    /**
     * Starts a process.
     *
     * @param name its name in reports
     * @param id its name in queue names
     * @param command the program and its arguments
     * @param log the file for its error output
     * @param supported the commands that it can execute
     */
    public ProcessSubject(String name, String id, List<String> command, Path log, Predicate<Command> supported) {
        this(name, id, command, log, supported, REPLY_LIMIT);
    }

    ProcessSubject(String name, String id, List<String> command, Path log, Predicate<Command> supported,
            Duration replyLimit) {
        this.name = name;
        this.id = id;
        this.supported = supported;
        this.log = log.toAbsolutePath();
        this.replyLimit = replyLimit;
        try {
            Files.createDirectories(this.log.getParent());
            process = new ProcessBuilder(command).redirectError(Redirect.to(this.log.toFile())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be started: " + e.getMessage(), e);
        }
        commands = process.outputWriter(StandardCharsets.UTF_8);
        replies = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts the engine on the Java and the class path of this process.
     *
     * @param name its name in reports
     * @param log the file for its error output
     * @param javaOptions options of its Java
     * @return the subject, with the ID {@code core}
     */
    public static Subject core(String name, Path log, List<String> javaOptions) {
        return core(name, "core", log, javaOptions, System.getProperty("java.class.path"));
    }

    static Subject core(String name, String id, Path log, List<String> javaOptions, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", classPath, CoreProgram.class.getName()));
        return new ProcessSubject(name, id, command, log,
                it -> hasThreads(it) && !it.has("config") && !it.has("by"));
    }

    /** The file for the error output of a subject. */
    static Path log(String name) {
        return NativeBuild.work("logs").resolve(name.replaceAll("\\W+", "-") + ".log");
    }

    /** Whether the Java of the subjects has the requested kind of threads. */
    static boolean hasThreads(Command command) {
        return command.text("threads", "platform").equals("platform")
                || Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
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
    public boolean supports(Command command) {
        return supported.test(command);
    }

    @Override
    public synchronized Map<String, Long> send(Command command) {
        String reply = reply(command);
        if (reply == null) {
            throw new IllegalStateException("%s %s at \"%s\"; %s".formatted(name, end(), command, endOfLog()));
        }
        if (!reply.equals("ok") && !reply.startsWith("ok ")) {
            throw new IllegalStateException(
                    "%s rejects \"%s\": %s; %s".formatted(name, command, reply, endOfLog()));
        }
        return numbers(reply);
    }

    /** The numbers of a reply. */
    public static Map<String, Long> numbers(String reply) {
        Map<String, Long> numbers = new TreeMap<>();
        Command.parse(reply).values().forEach((key, value) -> numbers.put(key, Long.valueOf(value)));
        return numbers;
    }

    /** The reply, or {@code null} if the process has ended. */
    private String reply(Command command) {
        long limit = replyLimit.toMillis() + command.number("within", 0);
        CompletableFuture<Void> replied = new CompletableFuture<Void>().orTimeout(limit, TimeUnit.MILLISECONDS);
        replied.whenComplete((nothing, late) -> {
            if (late != null) {
                kill();
            }
        });
        try {
            commands.write(command + "\n");
            commands.flush();
            return replies.readLine();
        } catch (IOException e) {
            return null;
        } finally {
            replied.complete(null);
        }
    }

    private String end() {
        try {
            return process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    ? "ended with exit code " + process.exitValue()
                    : "closed its output";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "did not end";
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

    /** {@inheritDoc} Child processes that have ended are not included. */
    @Override
    public long cpuNanos() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    /** Closes the input, and kills the process if that does not end it. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException e) {
            // the process has already ended
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
