package io.github.asynqee.server.process;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a server is to be started. Every method returns this builder.
 */
public final class ServerBuilder {

    private final AppServer server;
    private final Path home;
    private final Map<String, String> environment = new HashMap<>();
    private ServerPorts ports;
    private Path directory;
    private Path application;
    private final List<Path> others = new ArrayList<>();
    private boolean telemetry;
    private boolean mail;
    private boolean logContext;
    private int https;
    private boolean database;
    private Path driver;

    ServerBuilder(AppServer server, Path home) {
        this.server = server;
        this.home = home;
        this.ports = server.defaultPorts();
    }

    /**
     * Where it listens.
     *
     * @param value the ports
     * @return this
     */
    public ServerBuilder ports(ServerPorts value) {
        ports = value;
        return this;
    }

    /**
     * Starts a separate server beside others from the same home, with its logs, console output and working files in a
     * directory.
     *
     * @param value a directory; files of an earlier run are deleted
     * @return this
     */
    public ServerBuilder instance(Path value) {
        directory = value;
        return this;
    }

    /**
     * Runs another application instead of the sample. Requires a separate {@linkplain #instance(Path) instance}.
     *
     * @param war the application, with {@code /} as its context root
     * @return this
     */
    public ServerBuilder application(Path war) {
        application = war;
        return this;
    }

    /**
     * Runs another application beside the first one. Only with an {@linkplain #application(Path) application} of its
     * own.
     *
     * @param archive a WAR or EAR that names its context root
     * @return this
     */
    public ServerBuilder beside(Path archive) {
        others.add(archive);
        return this;
    }

    /**
     * Exports metrics and spans with OpenTelemetry, every second. Only with an {@linkplain #application(Path) application} of
     * its own.
     *
     * @param collector receives OTLP over HTTP
     * @return this
     */
    public ServerBuilder telemetry(URI collector) {
        telemetry = true;
        return env("OTEL_SDK_DISABLED", "false").env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.toString())
                .env("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf").env("OTEL_METRIC_EXPORT_INTERVAL", "1000")
                .env("OTEL_METRICS_EXPORTER", "otlp").env("OTEL_TRACES_EXPORTER", "otlp")
                .env("OTEL_BSP_SCHEDULE_DELAY", "1000").env("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
                .env("OTEL_LOGS_EXPORTER", "none");
    }

    /**
     * Writes lines with the context of their thread to its {@linkplain ServerProcess#output() output}. Requires a
     * separate {@linkplain #application(Path) application}.
     *
     * @return this
     */
    public ServerBuilder logContext() {
        logContext = true;
        return this;
    }

    /**
     * Gives it Jakarta Mail, and the port for its {@linkplain AppServer#mailSession() mail session}. Requires a
     * separate {@linkplain #application(Path) application}.
     *
     * @param smtpPort where the mail server listens on this machine
     * @return this
     */
    public ServerBuilder mail(int smtpPort) {
        mail = true;
        return env("JBOSS_MAIL_SERVER_PORT", String.valueOf(smtpPort));
    }

    /**
     * Also listens with TLS and a self-signed certificate; cookies that are set over TLS are sent over TLS only.
     * Requires a separate {@linkplain #application(Path) application}.
     *
     * @param port the port on this machine
     * @return this
     */
    public ServerBuilder https(int port) {
        https = port;
        return this;
    }

    /**
     * Makes its {@code java:comp/DefaultDataSource} use this database instead of one in its own memory. Requires a
     * separate {@linkplain #application(Path) application}.
     *
     * @param url the JDBC URL of an H2 or PostgreSQL whose user {@code sa} has no password
     * @param jar the driver of PostgreSQL
     * @return this
     */
    public ServerBuilder database(String url, Optional<Path> jar) {
        database = true;
        driver = jar.orElse(null);
        return env("DATABASE_URL", url);
    }

    /**
     * Options for the server's Java; its heap is sized by them alone.
     *
     * @param options separated by spaces
     * @return this
     */
    public ServerBuilder jvmOptions(String options) {
        return env(server.jvmOptionsVariable(), options);
    }

    /**
     * The application's Redis; by default the one named in the environment, or a Redis that the sample starts.
     *
     * @param url a Redis URL
     * @return this
     */
    public ServerBuilder redisUrl(String url) {
        return env("MP_MESSAGING_CONNECTOR_ASYNQ_URL", url);
    }

    /**
     * An environment variable of the server: any configuration property, written as MicroProfile Config wants it.
     *
     * @param name  for example {@code MP_MESSAGING_INCOMING_MAILS_CONCURRENCY}
     * @param value its value
     * @return this
     */
    public ServerBuilder env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Starts the process, on the Java that runs this code. It stops when this JVM does.
     *
     * @return a server that may not be ready yet
     * @throws IllegalStateException if one of its ports is in use, or if it has an application without a separate
     *        directory
     */
    public ServerProcess start() {
        if (application != null && directory == null) {
            throw new IllegalStateException(application + " needs an instance of its own");
        }
        ports.requireFree();
        return new ServerProcess(this);
    }

    AppServer server() {
        return server;
    }

    ServerPorts ports() {
        return ports;
    }

    Path application() {
        return application;
    }

    /** Where the server finds an archive. */
    Path deployed(Path archive) {
        return server.deployed(directory, archive);
    }

    /** The file for the output, {@code null} if it goes to this process's output. */
    Path console() {
        return directory == null ? null : directory.resolve("console.log");
    }

    ProcessBuilder process() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(server.command(home, ports));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(server.environment(ports));
        if (directory == null) {
            builder.inheritIO();
        } else {
            deleteContent(directory);
            Files.createDirectories(directory);
            builder.environment().putAll(server.instance(home, directory, application));
            for (Path other : others) {
                Files.copy(other, deployed(other));
            }
            if (telemetry) {
                server.addTelemetry(directory, application);
            }
            if (mail) {
                server.addMail(directory);
            }
            if (logContext) {
                server.addLogContext(directory);
            }
            if (https != 0) {
                server.addHttps(directory, https);
            }
            if (database) {
                server.addDatabase(directory);
            }
            if (driver != null) {
                server.addPostgresql(directory, driver);
            }
            builder.redirectErrorStream(true).redirectOutput(console().toFile());
        }
        builder.environment().putAll(environment);
        return builder;
    }

    private static void deleteContent(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> content = Files.walk(directory)) {
                for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
