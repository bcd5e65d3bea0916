package io.github.asynqee.cli.shared;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.RedisConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Connection options: a URL as in the connector's configuration, or the options of asynq's own command line. Options
 * that are not given on the command line are read from the environment, then from the configuration file. All
 * commands inherit them from the root command, so they may precede the command name, like in asynq's own command line.
 */
public final class RedisOptions {

    private static final String DEFAULT_URI = "127.0.0.1:6379";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(scope = ScopeType.INHERIT, names = { "-u",
            "--uri" }, paramLabel = "URL", description = "Redis server: redis://, rediss://, redis-sentinel://, redis-cluster:// or host:port. "
                    + "Default: " + DEFAULT_URI)
    private @Nullable String uri;

    @Option(scope = ScopeType.INHERIT, names = { "-n",
            "--db" }, paramLabel = "NUMBER", description = "Database; with --uri host:port only. Default: 0")
    private @Nullable Integer db;

    @Option(scope = ScopeType.INHERIT, names = { "-U",
            "--username" }, paramLabel = "NAME", description = "ACL user; with --uri host:port only")
    private @Nullable String username;

    @Option(scope = ScopeType.INHERIT, names = { "-p",
            "--password" }, paramLabel = "TEXT", description = "Password; with --uri host:port only. Prefer ASYNQ_PASSWORD")
    private @Nullable String password;

    @Option(scope = ScopeType.INHERIT, names = "--cluster", description = "The server in --uri host:port is a node of a Redis Cluster")
    private boolean cluster;

    @Option(scope = ScopeType.INHERIT, names = "--cluster_addrs", paramLabel = "HOST:PORT,…", description = "Nodes of a Redis Cluster; with --cluster, instead of --uri")
    private @Nullable String clusterAddresses;

    @Option(scope = ScopeType.INHERIT, names = "--tls", description = "Connect with TLS; with --uri host:port only")
    private boolean tls;

    @Option(scope = ScopeType.INHERIT, names = "--tls_server", paramLabel = "NAME", description = "Connect with TLS; the server's certificate must be valid for this name instead of the host")
    private @Nullable String tlsServer;

    @Option(scope = ScopeType.INHERIT, names = "--insecure", description = "With TLS: accept any certificate")
    private boolean insecure;

    @Option(scope = ScopeType.INHERIT, names = "--config", paramLabel = "FILE", description = "File with these options. Default: ~/.asynq.yaml, .yml or .json")
    private @Nullable Path config;

    private @Nullable String resolved;

    /** Builds the URL from all options. */
    public String url() {
        if (resolved == null) {
            Program root = Program.of(command);
            Optional<ConfigFile> file = ConfigFile.find(config, root.home());
            file.flatMap(ConfigFile::warning)
                    .ifPresent(
                            warning -> command.commandLine().getErr().println("warning: " + Texts.printable(warning)));
            resolved = url(new Sources(root.environment(), file));
        }
        return resolved;
    }

    /** The URL without credentials. */
    public String address() {
        return withoutCredentials(url());
    }

    private static String withoutCredentials(String url) {
        return url.replaceAll("//[^/?]*@", "//").replaceAll("\\?.*", "");
    }

    private String url(Sources sources) {
        String server = sources.text(uri, "uri", DEFAULT_URI);
        if (server.contains("://") && !sources.hasNodesBefore(uri, cluster, clusterAddresses)) {
            refuseOptionsBeside(server);
            refusePlainText(server, sources);
            return server;
        }
        String user = sources.text(username, "username", "");
        String secret = sources.text(password, "password", "");
        // a server takes precedence over cluster nodes from a lower-ranked source
        String nodes = sources.rank(clusterAddresses, "cluster_addrs") > sources.rank(uri, "uri") ? server
                : sources.text(clusterAddresses, "cluster_addrs", server);
        String serverName = sources.text(tlsServer, "tls_server", "");
        boolean secure = sources.truth(tls, "tls") || !serverName.isEmpty();
        String credentials = user.isEmpty() && secret.isEmpty() ? "" : encode(user) + ":" + encode(secret) + "@";
        String verification = !secure ? "" : sources.truth(insecure, "insecure") ? "&tls-verify=none"
                : serverName.isEmpty() ? "" : "&tls-server=" + encode(serverName);
        if (sources.truth(cluster, "cluster")) {
            return withParameters("redis-cluster://" + credentials + nodes, (secure ? "&tls=true" : "") + verification);
        }
        int database = database(sources.text(db == null ? null : db.toString(), "db", "0"));
        return withParameters((secure ? "rediss://" : "redis://") + credentials + server
                + (database == 0 ? "" : "/" + database), verification);
    }

    /** Rejects connection options next to a URL; they must be part of the URL, and would otherwise be ignored. */
    private void refuseOptionsBeside(String server) {
        String given = Stream
                .of(db == null ? "" : "--db", username == null ? "" : "--username",
                        password == null ? "" : "--password",
                        cluster ? "--cluster" : "", clusterAddresses == null ? "" : "--cluster_addrs",
                        tls ? "--tls" : "", tlsServer == null ? "" : "--tls_server", insecure ? "--insecure" : "")
                .filter(name -> !name.isEmpty()).collect(Collectors.joining(", "));
        if (!given.isEmpty()) {
            throw new ParameterException(command.commandLine(),
                    given + " cannot be combined with the URL " + withoutCredentials(server)
                            + ": put it into the URL, or use --uri host:port");
        }
    }

    /**
     * Rejects a URL without TLS if the environment or the file requests TLS. Their other options do not apply to a URL.
     */
    private void refusePlainText(String server, Sources sources) {
        boolean wanted = sources.truth(false, "tls") || !sources.text(null, "tls_server", "").isEmpty();
        if (wanted && !RedisConfig.of(server).tls()) {
            throw new ParameterException(command.commandLine(), "tls or tls_server, in the environment (ASYNQ_TLS, "
                    + "ASYNQ_TLS_SERVER) or the configuration file, requests TLS, but the URL "
                    + withoutCredentials(server)
                    + " does not use it: use a URL with TLS (rediss://, or tls=true for sentinels and "
                    + "clusters), or remove both settings");
        }
    }

    private int database(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new ParameterException(command.commandLine(), "ASYNQ_DB is \"" + text + "\", not a number");
        }
    }

    private static String withParameters(String url, String parameters) {
        return parameters.isEmpty() ? url : url + "?" + parameters.substring(1);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Looks up values in order: option, environment, file, default. */
    private record Sources(UnaryOperator<String> environment, Optional<ConfigFile> file) {

        private static final int OPTION = 0;
        private static final int ENVIRONMENT = 1;
        private static final int FILE = 2;
        private static final int NOWHERE = 3;

        String text(@Nullable String option, String key, String otherwise) {
            if (option != null) {
                return option;
            }
            String variable = variable(key);
            return variable != null && !variable.isEmpty() ? variable
                    : file.map(config -> config.value(key)).orElse(otherwise);
        }

        /** Returns the source of a value; a lower number takes precedence. */
        int rank(@Nullable String option, String key) {
            if (option != null) {
                return OPTION;
            }
            String variable = variable(key);
            if (variable != null && !variable.isEmpty()) {
                return ENVIRONMENT;
            }
            return file.map(config -> config.value(key)).isPresent() ? FILE : NOWHERE;
        }

        /** Whether the environment sets cluster nodes, and only the file sets the server. */
        boolean hasNodesBefore(@Nullable String uri, boolean cluster, @Nullable String nodes) {
            return rank(nodes, "cluster_addrs") == ENVIRONMENT && rank(uri, "uri") == FILE && truth(cluster, "cluster");
        }

        private @Nullable String variable(String key) {
            return environment.apply("ASYNQ_" + key.toUpperCase(Locale.ROOT));
        }

        boolean truth(boolean option, String key) {
            String text = text(null, key, "false");
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("ASYNQ_" + key.toUpperCase(Locale.ROOT) + " is \"" + text
                        + "\"; allowed: true or false");
            }
            return option || text.equalsIgnoreCase("true");
        }
    }
}
