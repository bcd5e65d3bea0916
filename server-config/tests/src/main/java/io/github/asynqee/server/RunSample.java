package io.github.asynqee.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBuilder;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;

/** The sample and the console on a server in the foreground, until Ctrl-C. */
public final class RunSample {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final String REDIS_URL = "MP_MESSAGING_CONNECTOR_ASYNQ_URL";
    private static final String CONSOLE_URL = "ASYNQ_CONSOLE_URL";
    private static final String CONSOLE_HOME = "ASYNQ_CONSOLE_HOME";

    private static final Set<String> LOCAL = Set.of("", "localhost", "127.0.0.1", "::1", "[::1]");

    private RunSample() {}

    /**
     * Starts the server, prints its URLs when it is ready, and returns when it has ended. Without a Redis in the environment
     * variable {@value #REDIS_URL} one is started that ends with this process.
     *
     * @param args the server's name and its home; the ports come from the environment variables {@code HTTP_PORT} and
     *             {@code MANAGEMENT_PORT}, the rest is set by the server itself
     * @throws IllegalArgumentException if {@code HTTP_HOST} is not this machine and {@code DEMO_ON_NETWORK} not {@code true}
     */
    public static void main(String[] args) {
        requireLocal(System.getenv("HTTP_HOST"), System.getenv("DEMO_ON_NETWORK"));
        AppServer server = AppServer.named(args[0]);
        ServerPorts defaults = server.defaultPorts();
        ServerPorts ports = new ServerPorts(port("HTTP_PORT", defaults.http()),
                port("MANAGEMENT_PORT", defaults.management()));
        String url = System.getenv(REDIS_URL);
        if (url == null || url.isBlank()) {
            try (EmbeddedRedis redis = EmbeddedRedis.start()) {
                run(server, Path.of(args[1]), ports, redis.url(), "embedded, its data is lost at the end: ");
            }
        } else {
            run(server, Path.of(args[1]), ports, url, "");
        }
    }

    /** The passwords of its users are known to all. */
    static void requireLocal(String host, String onNetwork) {
        if (host != null && !LOCAL.contains(host.strip().toLowerCase(Locale.ROOT)) && !"true".equals(onNetwork)) {
            throw new IllegalArgumentException(
                    "HTTP_HOST is \"" + host + "\": the users of this demonstration have known"
                            + " passwords; allowed: localhost, 127.0.0.1, ::1, or any with DEMO_ON_NETWORK=true");
        }
    }

    private static void run(AppServer server, Path home, ServerPorts ports, String redisUrl, String remark) {
        ServerBuilder builder = ServerProcess.of(server, home).ports(ports).redisUrl(redisUrl);
        if (System.getenv(CONSOLE_URL) == null) {
            builder.env(CONSOLE_URL, redisUrl);
        }
        if (System.getenv(CONSOLE_HOME) == null) {
            builder.env(CONSOLE_HOME, "/");
        }
        try (ServerProcess process = builder.start()) {
            process.awaitReady(START_LIMIT);
            System.out.printf(Locale.ROOT, """

                    The sample and the console are ready on %s
                        application  %s (press "Live a day" for something to see in the console)
                        console      %sasynq-console/
                                     demo users, not for production: viewer/viewer, operator/operator, admin/admin,
                                     team/team (to be restricted to some queues)
                        readiness    %s
                        Redis        %s%s
                        stop         Ctrl-C

                    """, server, process.application(), process.application(), process.readiness(), remark,
                    redisUrl.replaceAll(":[^:@/]*@", ":***@"));
            process.awaitExit();
        }
    }

    private static int port(String variable, int defaultPort) {
        String value = System.getenv(variable);
        return value == null || value.isBlank() ? defaultPort : Integer.parseInt(value.strip());
    }
}
