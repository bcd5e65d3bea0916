package io.github.asynqee.server.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Differences between the application servers when they run the sample. */
public enum AppServer {

    /** Open Liberty; its home is the directory {@code wlp}. */
    LIBERTY("Open Liberty", new ServerPorts(9080, 0)) {

        @Override
        List<String> command(Path home, ServerPorts ports) {
            return List.of(home.resolve("bin/server").toString(), "run", "sample");
        }

        @Override
        Map<String, String> environment(ServerPorts ports) {
            return Map.of("HTTP_PORT", String.valueOf(ports.http()));
        }

        /** Work area and logs. The configuration is shared, and so is the application, unless another one is given. */
        @Override
        Map<String, String> instance(Path home, Path directory, Path application) {
            if (application == null) {
                return Map.of("WLP_OUTPUT_DIR", directory.toString());
            }
            Path user = directory.resolve("usr");
            copy(home.resolve("usr/servers/sample/server.xml"), user.resolve("servers/sample/server.xml"));
            copy(home.resolve("usr/shared/resources"), user.resolve("shared/resources"));
            copy(application, user.resolve("servers/sample/dropins").resolve(application.getFileName()));
            return Map.of("WLP_OUTPUT_DIR", directory.toString(), "WLP_USER_DIR", user.toString());
        }

        @Override
        Path deployed(Path directory, Path application) {
            return directory.resolve("usr/servers/sample/dropins").resolve(application.getFileName());
        }

        @Override
        boolean hasStarted(Path deployed, String log) {
            return log.contains("CWWKZ0001I: Application " + nameOf(deployed) + " started");
        }

        @Override
        boolean hasFailed(Path deployed, String log) {
            String name = nameOf(deployed);
            return log.contains("CWWKZ0002E: An exception occurred while starting the application " + name + ".")
                    || log.contains("CWWKZ0012I: The application " + name + " was not started.");
        }

        /** The feature, and the classes of OpenTelemetry for the application. */
        @Override
        void addTelemetry(Path directory, Path application) {
            write(directory.resolve("usr/servers/sample/configDropins/overrides/telemetry.xml"), """
                    <server>
                        <featureManager>
                            <feature>mpTelemetry-2.1</feature>
                        </featureManager>
                        <applicationMonitor dropinsEnabled="false"/>
                        <webApplication location="%s" contextRoot="/">
                            <classloader apiTypeVisibility="+third-party"/>
                        </webApplication>
                    </server>
                    """.formatted(deployed(directory, application)));
        }

        @Override
        void addMail(Path directory) {
            write(directory.resolve("usr/servers/sample/configDropins/overrides/mail.xml"), """
                    <server>
                        <featureManager>
                            <feature>mail-2.1</feature>
                        </featureManager>
                    </server>
                    """);
        }

        @Override
        void addLogContext(Path directory) {
            write(directory.resolve("usr/servers/sample/configDropins/overrides/log.xml"), """
                    <server>
                        <logging consoleFormat="json" consoleSource="message" consoleLogLevel="INFO"/>
                    </server>
                    """);
        }

        @Override
        void addHttps(Path directory, int port) {
            write(directory.resolve("usr/servers/sample/configDropins/overrides/https.xml"), """
                    <server>
                        <featureManager>
                            <feature>transportSecurity-1.0</feature>
                        </featureManager>
                        <keyStore id="defaultKeyStore" password="for-this-test"/>
                        <httpEndpoint id="defaultHttpEndpoint" httpsPort="%d"/>
                        <webAppSecurity ssoRequiresSSL="true"/>
                        <httpSession cookieSecure="true"/>
                    </server>
                    """.formatted(port));
        }

        @Override
        void addDatabase(Path directory) {
            // its configuration reads DATABASE_URL
        }

        @Override
        void addPostgresql(Path directory, Path driver) {
            Path file = directory.resolve("usr/servers/sample/server.xml");
            copy(driver, directory.resolve("usr/shared/resources/h2/postgresql.jar"));
            write(file, read(file).replace("org.h2.jdbcx.JdbcDataSource", "org.postgresql.xa.PGXADataSource"));
        }

        /** Its mail sessions can be injected only. */
        @Override
        public Optional<String> mailSession() {
            return Optional.empty();
        }

        @Override
        String jvmOptionsVariable() {
            return "JVM_ARGS";
        }

        @Override
        public Path arquillianLog(Path home, Path base) {
            return home.resolve("usr/servers/arquillian/logs/messages.log");
        }

        @Override
        public URI readiness(ServerPorts ports) {
            return application(ports).resolve("health/ready");
        }
    },

    /** WildFly; its home is the directory that holds {@code bin} and {@code standalone}. */
    WILDFLY("WildFly", new ServerPorts(8080, 9990)) {

        @Override
        List<String> command(Path home, ServerPorts ports) {
            return List.of(home.resolve("bin/standalone.sh").toString(),
                    "-Djboss.http.port=" + ports.http(),
                    "-Djboss.management.http.port=" + ports.management());
        }

        /** In the background, the script passes signals on to the server. */
        @Override
        Map<String, String> environment(ServerPorts ports) {
            return Map.of("LAUNCH_JBOSS_IN_BACKGROUND", "true");
        }

        @Override
        Map<String, String> instance(Path home, Path directory, Path application) {
            Path deployments = directory.resolve("deployments");
            copy(home.resolve("standalone/configuration"), directory.resolve("configuration"));
            if (application == null) {
                copy(home.resolve("standalone/deployments"), deployments);
            } else {
                copy(application, deployments.resolve(application.getFileName()));
            }
            return Map.of("JBOSS_BASE_DIR", directory.toString());
        }

        @Override
        Path deployed(Path directory, Path application) {
            return directory.resolve("deployments").resolve(application.getFileName());
        }

        @Override
        boolean hasStarted(Path deployed, String log) {
            return Files.exists(Path.of(deployed + ".deployed"));
        }

        @Override
        boolean hasFailed(Path deployed, String log) {
            return Files.exists(Path.of(deployed + ".failed"));
        }

        @Override
        void addTelemetry(Path directory, Path application) {
            // its home is provisioned with it
        }

        @Override
        void addMail(Path directory) {
            // its home is provisioned with it
        }

        @Override
        void addLogContext(Path directory) {
            Path file = directory.resolve("configuration/standalone.xml");
            String values = Stream.of("queue", "task", "type", "attempt", "trace")
                    .map(name -> "asynq." + name + "=%X{asynq." + name + "} ").collect(Collectors.joining());
            write(file, read(file).replace("%s%e%n", values + "%s%e%n"));
        }

        /** A listener beside the other one, with the certificate that the server makes for itself. */
        @Override
        void addHttps(Path directory, int port) {
            Path file = directory.resolve("configuration/standalone.xml");
            write(file, read(file).replace("${jboss.https.port:8443}", String.valueOf(port))
                    .replaceFirst("(<http-listener [^>]*/>)",
                            "$1<https-listener name=\"https\" socket-binding=\"https\" ssl-context=\"applicationSSC\"/>"));
        }

        @Override
        void addDatabase(Path directory) {
            Path file = directory.resolve("configuration/standalone.xml");
            write(file, read(file).replaceFirst("<connection-url>[^<]*", "<connection-url>\\${env.DATABASE_URL}")
                    .replaceFirst("(<security user-name=\"sa\") password=\"sa\"", "$1"));
        }

        /** A driver that is deployed has the name of its file. */
        @Override
        void addPostgresql(Path directory, Path driver) {
            Path file = directory.resolve("configuration/standalone.xml");
            copy(driver, directory.resolve("deployments/postgresql.jar"));
            write(file, read(file).replace("<driver>h2</driver>", "<driver>postgresql.jar</driver>"));
        }

        /** Its port is the property {@code jboss.mail.server.port}. */
        @Override
        public Optional<String> mailSession() {
            return Optional.of("java:jboss/mail/Default");
        }

        /** Replaces the default sizes of heap and metaspace; the other options remain. */
        @Override
        String jvmOptionsVariable() {
            return "JBOSS_JAVA_SIZING";
        }

        @Override
        public Path arquillianLog(Path home, Path base) {
            return base.resolve("log/server.log");
        }

        @Override
        public URI readiness(ServerPorts ports) {
            return URI.create("http://localhost:" + ports.management() + "/health/ready");
        }
    };

    private final String title;
    private final ServerPorts defaultPorts;

    AppServer(String title, ServerPorts defaultPorts) {
        this.title = title;
        this.defaultPorts = defaultPorts;
    }

    /**
     * The server of that name.
     *
     * @param name {@code liberty} or {@code wildfly}
     * @return the server
     * @throws IllegalArgumentException if it is none of these
     */
    public static AppServer named(String name) {
        return Stream.of(values())
                .filter(server -> server.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No server " + name + ", only liberty and wildfly"));
    }

    /**
     * The ports it has unless configured.
     *
     * @return the server's own defaults
     */
    public ServerPorts defaultPorts() {
        return defaultPorts;
    }

    /**
     * Where the sample is found.
     *
     * @param ports where the server listens
     * @return a URL that ends with a slash
     */
    public URI application(ServerPorts ports) {
        return URI.create("http://localhost:" + ports.http() + "/");
    }

    @Override
    public String toString() {
        return title;
    }

    /** The command that runs the server in the foreground. */
    abstract List<String> command(Path home, ServerPorts ports);

    abstract Map<String, String> environment(ServerPorts ports);

    /**
     * Prepares a directory for a second server beside the one in {@code home}; returns the variables that make the
     * server use it. Its application is the sample, unless another one is given.
     */
    abstract Map<String, String> instance(Path home, Path directory, Path application);

    /** The file of an application of a server with a separate directory. */
    abstract Path deployed(Path directory, Path application);

    /** Whether an application has started since the server did. */
    abstract boolean hasStarted(Path deployed, String log);

    /** Whether the start of an application has failed since the server started. */
    abstract boolean hasFailed(Path deployed, String log);

    /** Adds OpenTelemetry to a server with a separate directory and application. */
    abstract void addTelemetry(Path directory, Path application);

    /** Adds Jakarta Mail to a server with a separate directory. */
    abstract void addMail(Path directory);

    /** Makes a server with a separate directory print lines with the context of their thread. */
    abstract void addLogContext(Path directory);

    /** Adds a port with TLS to a server with a separate directory and application. */
    abstract void addHttps(Path directory, int port);

    /**
     * Makes a server with a separate directory use the database whose URL is {@code DATABASE_URL} in its environment.
     */
    abstract void addDatabase(Path directory);

    /** Has that database be a PostgreSQL. */
    abstract void addPostgresql(Path directory, Path driver);

    /**
     * The mail session of a server with {@linkplain ServerBuilder#mail(int) mail}.
     *
     * @return its JNDI name, or nothing if none can be looked up
     */
    public abstract Optional<String> mailSession();

    /**
     * The log of the server that Arquillian starts.
     *
     * @param home where the server was provisioned
     * @param base the base directory that Arquillian gives to WildFly
     * @return a file that exists while the server runs
     */
    public abstract Path arquillianLog(Path home, Path base);

    /** The environment variable with options for Java. */
    abstract String jvmOptionsVariable();

    /**
     * The URL of the readiness check.
     *
     * @param ports where the server listens
     * @return a URL
     */
    public abstract URI readiness(ServerPorts ports);

    private static String nameOf(Path archive) {
        return archive.getFileName().toString().replaceFirst("\\.[^.]+$", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                // Markers beside a deployment are the state of another server.
                if (!file.toString().endsWith(".deployed")) {
                    Files.createDirectories(to.resolve(from.relativize(file)).getParent());
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
