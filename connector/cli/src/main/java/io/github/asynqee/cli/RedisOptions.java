package io.github.asynqee.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import picocli.CommandLine.Option;

/** Where Redis is: a URL as in the connector's configuration, or the options of asynq's own command line. */
final class RedisOptions {

    @Option(names = { "-u",
            "--uri" }, paramLabel = "URL", defaultValue = "${env:ASYNQ_URI:-127.0.0.1:6379}", description = "Redis server: redis://, rediss://, redis-sentinel://, redis-cluster:// or host:port. "
                    + "Default: ${DEFAULT-VALUE}")
    private String uri;

    @Option(names = { "-n",
            "--db" }, paramLabel = "NUMBER", defaultValue = "${env:ASYNQ_DB:-0}", description = "Database, if the server is given as host:port. Default: ${DEFAULT-VALUE}")
    private int db;

    @Option(names = { "-U",
            "--username" }, paramLabel = "NAME", defaultValue = "${env:ASYNQ_USERNAME:-}", description = "ACL user, if the server is given as host:port")
    private String username;

    @Option(names = { "-p",
            "--password" }, paramLabel = "TEXT", defaultValue = "${env:ASYNQ_PASSWORD:-}", description = "Password, if the server is given as host:port; better in ASYNQ_PASSWORD")
    private String password;

    @Option(names = "--cluster", description = "The server given as host:port is a node of a Redis Cluster")
    private boolean cluster;

    @Option(names = "--cluster_addrs", paramLabel = "HOST:PORT,…", description = "Nodes of a Redis Cluster, with --cluster in place of --uri")
    private String clusterAddresses;

    @Option(names = "--tls", description = "Connect by TLS, if the server is given as host:port")
    private boolean tls;

    String url() {
        if (uri.contains("://")) {
            return uri;
        }
        String user = username.isEmpty() && password.isEmpty() ? "" : encode(username) + ":" + encode(password) + "@";
        if (cluster) {
            return "redis-cluster://" + user + (clusterAddresses == null ? uri : clusterAddresses);
        }
        return (tls ? "rediss://" : "redis://") + user + uri + (db == 0 ? "" : "/" + db);
    }

    /** The URL without credentials. */
    String address() {
        return url().replaceAll("//[^/?]*@", "//").replaceAll("\\?.*", "");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
