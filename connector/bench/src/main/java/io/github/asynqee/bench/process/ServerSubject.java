package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBuilder;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;

/**
 * The connector on an application server. Each {@code start} starts the server on free ports with its own files,
 * each {@code stop} terminates it. A command that enqueues starts it with an empty queue if necessary.
 */
final class ServerSubject implements Subject {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    /** The application itself stops within 8 s. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
    private static final Duration REPLY_LIMIT = Duration.ofMinutes(30);
    private static final String CHANNEL = "MP_MESSAGING_INCOMING_BENCH_";

    private final AppServer kind;
    private final String name;
    private final String id;
    private final String javaOptions;
    private final Path home;
    private final Path sample;
    private final Optional<OlderBuild> older;
    private final Path war;
    private final Path files;
    private OtlpSink sink;
    private volatile ServerProcess server;
    private volatile boolean closed;
    private String redis;
    private Command expected = Command.of("expect").with("tasks", 0);

    /**
     * Uses a provisioned server: {@code bench.liberty} or {@code bench.wildfly} names its home, {@code bench.war} the
     * sample.
     *
     * @throws IllegalStateException if something is missing, with the reason
     */
    ServerSubject(AppServer kind, String name, String id, String javaOptions, Optional<OlderBuild> older) {
        this.kind = kind;
        this.name = name;
        this.id = id;
        this.javaOptions = javaOptions;
        String server = kind.name().toLowerCase(Locale.ROOT);
        home = existing("bench." + server, "server-config/" + server + ", which provisions it");
        files = NativeBuild.work("servers").resolve(id);
        sample = existing("bench.war", "sample-war");
        this.older = older;
        war = ServerWar.pack(sample, older, Map.of(), files.resolveSibling(id + ".war"));
    }

    private static Path existing(String property, String module) {
        Path path = Path.of(System.getProperty(property, property)).toAbsolutePath();
        if (!Files.exists(path)) {
            throw new IllegalStateException("no " + path + "; set " + property + ", or package " + module);
        }
        return path;
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
        return ProcessSubject.hasThreads(command) && hasOneChannel(command);
    }

    /** The application has one channel, which may have a type prefix. */
    static boolean hasOneChannel(Command command) {
        return !command.has("worker") && !command.text("channels", "").contains(",");
    }

    @Override
    public Map<String, Long> send(Command command) {
        switch (command.verb()) {
            case "start" -> start(command);
            case "stop" -> stop();
            case "expect" -> {
                // the command may precede the start
                expected = command;
                return server == null ? Map.of() : post(command);
            }
            case "enqueue", "produce" -> {
                if (server == null || !redis.equals(command.text("redis"))) {
                    start(Command.of("start").with("redis", command.text("redis")).with("concurrency", 1)
                            .with("queues", "bench-" + id + "-idle:1"));
                }
                return post(command);
            }
            default -> {
                return post(command);
            }
        }
        return Map.of();
    }

    private void start(Command command) {
        stop();
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        redis = command.text("redis");
        delete(files);
        ServerBuilder builder = ServerProcess.of(kind, command.has("telemetry") ? telemetryHome() : home)
                .instance(files).application(application(command))
                .ports(ServerPorts.free()).jvmOptions(javaOptions);
        environment(command).forEach(builder::env);
        if (command.text("telemetry", "off").equals("on")) {
            sink = sink == null ? OtlpSink.start() : sink;
            builder.telemetry(sink.endpoint());
        }
        ServerProcess process = builder.start();
        try {
            process.awaitReady(START_LIMIT);
        } catch (IllegalStateException e) {
            process.close();
            throw e;
        }
        server = process;
        post(expected);
    }

    /** The server that is provisioned with OpenTelemetry. */
    private Path telemetryHome() {
        Path other = home.resolveSibling(home.getFileName() + "-telemetry");
        return Files.exists(other) ? other : home;
    }

    /** Returns the application, with a channel for each queue or further configuration if the command requests this. */
    private Path application(Command start) {
        if (start.has("config")) {
            return ServerWar.pack(sample, older,
                    Map.of(ServerWar.CONFIG, start.text("config").replace(',', '\n').getBytes(StandardCharsets.UTF_8)),
                    files.resolveSibling(id + "-configured.war"));
        }
        return start.has("spread") ? ServerWar.pack(sample, older, SpreadChannels.files(start),
                files.resolveSibling(id + "-spread.war")) : war;
    }

    /** The configuration of a start, for MicroProfile Config. */
    static Map<String, String> environment(Command start) {
        String threads = start.text("threads", "platform");
        Map<String, String> variables = new HashMap<>(Map.of(
                "MP_MESSAGING_CONNECTOR_ASYNQ_URL", start.text("redis"),
                CHANNEL + "QUEUES", start.has("spread") ? SpreadChannels.OTHER : start.text("queues").replace(':', '='),
                CHANNEL + "CONCURRENCY", start.text("concurrency"),
                CHANNEL + "EXECUTOR", threads.equals("platform") ? "default" : threads,
                "BENCH_SLEEP", start.text("sleep", "0")));
        if (start.has("channels")) {
            variables.put(CHANNEL + "TYPE", start.text("channels"));
        }
        for (String attribute : List.of("shards", "max-running", "limit-key", "fair-by")) {
            if (start.has(attribute)) {
                variables.put(CHANNEL + attribute.toUpperCase(Locale.ROOT).replace('-', '_'), start.text(attribute));
            }
        }
        return variables;
    }

    private static void delete(Path directory) {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void stop() {
        if (server != null) {
            try (ServerProcess stopping = server) {
                server = null;
                stopping.terminate(STOP_LIMIT);
            }
        }
    }

    private Map<String, Long> post(Command command) {
        return ServerCommands.send(name, server, command, REPLY_LIMIT);
    }

    /** The processor time of the running server; earlier servers are not included. */
    @Override
    public long cpuNanos() {
        return server == null ? 0 : server.cpuTime().toNanos();
    }

    @Override
    public void close() {
        closed = true;
        stop();
        if (sink != null) {
            sink.close();
        }
    }
}
