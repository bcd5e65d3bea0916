package io.github.asynqee.server;

import java.nio.file.Path;
import java.time.Duration;

/** The sample on a server in the foreground, until Ctrl-C. */
public final class RunSample {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private RunSample() {}

    /**
     * Starts the server, prints its URLs when it is ready, and returns when it has ended.
     *
     * @param args the server's name and its home; the ports come from the environment variables {@code HTTP_PORT} and
     *             {@code MANAGEMENT_PORT}, the rest is set by the server itself
     */
    public static void main(String[] args) {
        AppServer server = AppServer.named(args[0]);
        ServerPorts defaults = server.defaultPorts();
        ServerPorts ports = new ServerPorts(port("HTTP_PORT", defaults.http()),
                port("MANAGEMENT_PORT", defaults.management()));
        try (ServerProcess process = ServerProcess.of(server, Path.of(args[1])).ports(ports).start()) {
            process.awaitReady(START_LIMIT);
            System.out.printf("""

                    The sample is ready on %s
                        application  %s
                        readiness    %s
                        stop         Ctrl-C

                    """, server, process.application(), process.readiness());
            process.awaitExit();
        }
    }

    private static int port(String variable, int defaultPort) {
        String value = System.getenv(variable);
        return value == null || value.isBlank() ? defaultPort : Integer.parseInt(value.strip());
    }
}
