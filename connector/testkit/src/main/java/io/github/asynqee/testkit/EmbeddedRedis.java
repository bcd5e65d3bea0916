package io.github.asynqee.testkit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A Redis server as a local process, started within a fraction of a second, without Docker.
 *
 * <pre>{@code
 * try (EmbeddedRedis redis = EmbeddedRedis.start()) {
 *     client = Asynq.connect(redis.url());
 * }
 * }</pre>
 * <p>
 * It listens on the loopback address only and persists nothing unless configured to. It stops at {@link #close()}, or
 * when this JVM exits, after the JVM's shutdown hooks have run.
 *
 * @see RedisBinary
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String READY_LINE = "Ready to accept connections";
    private static final String PORT_TAKEN = "Address already in use";
    private static final int PORT_ATTEMPTS = 5;

    private final Builder config;
    private final Path directory;
    private final int port;
    private RedisProcess process;

    private EmbeddedRedis(Builder config, Path directory, int port) {
        this.config = config;
        this.directory = directory;
        this.port = port;
        this.process = run();
    }

    /**
     * Starts a server on a free port, without password and without persistence.
     *
     * @return the running server
     * @throws RedisStartException if it does not start; the message contains its output
     */
    public static EmbeddedRedis start() {
        return builder().start();
    }

    /**
     * Creates a builder of a server with other settings than {@link #start()}.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The host.
     *
     * @return the loopback address
     */
    public String host() {
        return HOST;
    }

    /**
     * The port.
     *
     * @return the TCP port
     */
    public int port() {
        return port;
    }

    /**
     * The URL, with the password of {@link Builder#password(String)} if one is set.
     *
     * @return {@code redis://127.0.0.1:port}, {@code redis://:password@127.0.0.1:port}, or the same with
     *         {@code rediss://} if it uses TLS
     */
    public String url() {
        return authority(config.password == null ? "" : ":" + encode(config.password) + "@");
    }

    /**
     * The URL for one of its ACL users.
     *
     * @param user a name passed to {@link Builder#user(String, String, String...)}
     * @return {@code redis://user:password@127.0.0.1:port}
     * @throws IllegalArgumentException if there is no such user
     */
    public String url(String user) {
        String password = config.users.get(user);
        if (password == null) {
            throw new IllegalArgumentException("No user " + user + ", only " + config.users.keySet());
        }
        return authority(encode(user) + ":" + encode(password) + "@");
    }

    /**
     * Whether the process is running; a paused process counts as running.
     *
     * @return false after {@link #close()}, {@link #kill()} or a crash
     */
    public synchronized boolean isRunning() {
        return process.isAlive();
    }

    /** Kills the server as {@code kill -9} does. {@link #restart()} starts it again. */
    public synchronized void kill() {
        process.kill();
    }

    /**
     * Restarts the server on the same port with the same files, after a graceful stop if it is still running. Data in
     * memory survives only if persistence is configured, for example by {@code config("appendonly", "yes")}.
     *
     * @throws RedisStartException if it does not start; the message contains its output
     */
    public synchronized void restart() {
        process.stop();
        process = run();
    }

    /** Suspends the process: connections stay open but receive no reply, as when a machine hangs. */
    public synchronized void pause() {
        process.signal("STOP");
    }

    /**
     * Ends {@link #pause()}.
     */
    public synchronized void resume() {
        process.signal("CONT");
    }

    /**
     * The output of the process, for failure messages.
     *
     * @return the last 200 lines
     */
    public synchronized String output() {
        return process.output();
    }

    /** Stops the server and deletes its files, except in a directory set by {@link Builder#directory(Path)}. */
    @Override
    public synchronized void close() {
        if (config.keepsFiles()) {
            process.stop();
        } else {
            // killed, because there is nothing to save, and a server that is paused or writes its first append-only
            // file does not obey SIGTERM
            process.kill();
        }
        config.discard(directory);
    }

    @Override
    public String toString() {
        return "EmbeddedRedis[" + HOST + ":" + port + "]";
    }

    private String authority(String credentials) {
        return (config.tls ? "rediss" : "redis") + "://" + credentials + HOST + ":" + port;
    }

    private RedisProcess run() {
        return RedisProcess.start(config.command(port), directory, READY_LINE);
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Settings of a server. Every method returns this builder. */
    public static final class Builder {

        private final List<List<String>> directives = new ArrayList<>();
        private final Map<String, String> users = new LinkedHashMap<>();
        private int port;
        private @Nullable Path binary;
        private @Nullable Path directory;
        private @Nullable String password;
        private boolean tls;

        private Builder() {}

        /**
         * Sets the TCP port; by default a free port.
         *
         * @param value a port, or 0 for a free port
         * @return this
         */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /**
         * Sets the program to run; by default {@link RedisBinary#locate()}.
         *
         * @param file a {@code redis-server} of any version from 6.0
         * @return this
         */
        public Builder binary(Path file) {
            binary = Objects.requireNonNull(file, "file");
            return this;
        }

        /**
         * Sets the server's working directory; by default a temporary directory, which {@link EmbeddedRedis#close()}
         * deletes.
         *
         * @param path an existing directory; its files are not deleted
         * @return this
         */
        public Builder directory(Path path) {
            directory = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Sets the password of the default user; by default there is no password.
         *
         * @param value the password
         * @return this
         */
        public Builder password(String value) {
            password = Objects.requireNonNull(value, "value");
            return config("requirepass", value);
        }

        /**
         * Adds an ACL user.
         *
         * @param name the user
         * @param secret the user's password
         * @param aclRules the user's permissions, for example {@code "~asynq:*", "+@all"}
         * @return this
         */
        public Builder user(String name, String secret, String... aclRules) {
            users.put(name, secret);
            List<String> rule = new ArrayList<>(List.of(name, "on", ">" + secret));
            rule.addAll(List.of(aclRules));
            return config("user", rule.toArray(String[]::new));
        }

        /**
         * Accepts only TLS connections; clients need no certificate.
         *
         * @param files the files made by {@link TestCertificate#create(Path)}, or similar files
         * @return this
         */
        public Builder tls(TestCertificate files) {
            tls = true;
            config("tls-cert-file", files.certificate().toAbsolutePath().toString());
            config("tls-key-file", files.key().toAbsolutePath().toString());
            config("tls-ca-cert-file", files.certificate().toAbsolutePath().toString());
            return config("tls-auth-clients", "no");
        }

        /**
         * Sets any directive of {@code redis.conf}: {@code config("appendonly", "yes")}.
         *
         * @param directive its name
         * @param values its values
         * @return this
         */
        public Builder config(String directive, String... values) {
            List<String> line = new ArrayList<>(List.of("--" + directive));
            line.addAll(List.of(values));
            directives.add(line);
            return this;
        }

        /**
         * Starts the server.
         *
         * @return the running server
         * @throws RedisStartException if it does not start; the message contains its output
         */
        public EmbeddedRedis start() {
            Path files = directory == null ? Directories.temporary() : directory;
            try {
                return port == 0 ? startOnFreePort(files) : new EmbeddedRedis(this, files, port);
            } catch (RuntimeException e) {
                discard(files);
                throw e;
            }
        }

        /** Starts the server on a free port. If another process takes the port first, tries another port. */
        private EmbeddedRedis startOnFreePort(Path files) {
            for (int attempt = 1;; attempt++) {
                try {
                    return new EmbeddedRedis(this, files, Ports.free());
                } catch (RedisStartException e) {
                    if (attempt == PORT_ATTEMPTS || !e.toString().contains(PORT_TAKEN)) {
                        throw e;
                    }
                }
            }
        }

        private List<String> command(int onPort) {
            Path program = binary == null ? RedisBinary.locate() : binary;
            List<String> command = new ArrayList<>(List.of(program.toString(), "--bind", HOST, "--save", ""));
            if (tls) {
                command.addAll(List.of("--port", "0", "--tls-port", String.valueOf(onPort)));
            } else {
                command.addAll(List.of("--port", String.valueOf(onPort)));
            }
            directives.forEach(command::addAll);
            return command;
        }

        private boolean keepsFiles() {
            return directory != null;
        }

        private void discard(Path used) {
            if (!keepsFiles()) {
                Directories.delete(used);
            }
        }
    }
}
