package io.github.asynqee.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import io.github.asynqee.cli.shared.ErrorLog;
import io.github.asynqee.cli.shared.Program;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.metrics.QueueMetrics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code asynq metrics}: the exporter for Prometheus. Runs until the process is stopped. */
@Command(name = "metrics", mixinStandardHelpOptions = true, description = {
        "Serves the metrics of all queues at http://ADDRESS:PORT/metrics for Prometheus until stopped.",
        "You can start it before Redis." }, footer = { "", "Examples:", "  asynq metrics",
                "  asynq metrics --address 0.0.0.0 --port 9876 --uri redis://redis.example.com:6379/1" })
final class MetricsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "NUMBER", defaultValue = "9876", description = "Port to listen on, 0 for any free port. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(names = "--address", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Address to listen on; 0.0.0.0 for all. Anyone who can reach the port can read the queue names. "
            + "Default: ${DEFAULT-VALUE}")
    private String address;

    private final CountDownLatch stopped = new CountDownLatch(1);

    @Override
    public Integer call() {
        Program root = Program.of(spec);
        ErrorLog log = ErrorLog.printTo(spec.commandLine().getErr());
        try (Inspector inspector = root.connect();
                MetricsServer server = MetricsServer.start(new InetSocketAddress(address, port),
                        new QueueMetrics(inspector))) {
            spec.commandLine().getOut().println("Serving metrics at " + server.url());
            awaitEnd();
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr()
                    .println(
                            Texts.printable("error: cannot listen on " + address + ":" + port + ": " + e.getMessage()));
            return 1;
        } finally {
            log.close();
            stopped.countDown();
        }
    }

    /**
     * Waits for SIGTERM or SIGINT, and lets the process exit with 0 after requests in progress. Returns on an
     * interrupt.
     */
    private void awaitEnd() {
        CountDownLatch end = new CountDownLatch(1);
        Thread onSignal = new Thread(() -> {
            end.countDown();
            await(stopped);
            Runtime.getRuntime().halt(0);
        }, "asynq-end");
        Runtime.getRuntime().addShutdownHook(onSignal);
        if (!await(end)) {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        }
    }

    /** Returns whether the latch was opened; false after an interrupt. */
    private static boolean await(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
