package io.github.asynqee.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.server.ServerProcess;

/**
 * What the connector adds to the deployment of an application, in time and in heap, on each application server. Servers
 * are started with the application that is measured and with the same without the connector, in turn.
 *
 * <p>The figures are {@code deploy-ms}, which the server tells, and {@code heap-mb}, in use after the start; with the
 * connector also {@code added-ms} and {@code added-heap-mb}, the difference to the empty application of the same round.
 */
public final class DeploymentWorkload implements Workload {

    static final String WITH_CONNECTOR = "with connector";
    static final String EMPTY = "empty application";
    private static final double MEGABYTE = 1 << 20;

    @Override
    public String name() {
        return "deployment";
    }

    @Override
    public void run(Arena arena) {
        List<ServerContender> servers = arena.contenders().stream().filter(ServerContender.class::isInstance)
                .map(ServerContender.class::cast).toList();
        servers.forEach(server -> server.ask(Order.to("stop")));
        for (int round = 1; round <= arena.rounds(); round++) {
            for (ServerContender server : servers) {
                try {
                    measure(arena, server, round);
                } catch (RuntimeException e) {
                    record(arena, WITH_CONNECTOR, server, round, Round.failed(e));
                }
            }
        }
    }

    /** The first start of a pair profits less from the file cache: each is first every other round. */
    private void measure(Arena arena, ServerContender contender, int number) {
        ServerLauncher launcher = contender.launcher();
        Path stripped = EmptyApplication.strip(launcher.war(), launcher.work().resolve("empty.war"));
        // an environment that has channels would be an error where there is no connector for them
        Map<String, String> working = ServerEnvironment.of(
                ServerContender.idle(arena.redis().address(), contender.id()));
        Figures with;
        Figures without;
        if (number % 2 == 1) {
            without = start(launcher, stripped, Map.of());
            with = start(launcher, launcher.war(), working);
        } else {
            with = start(launcher, launcher.war(), working);
            without = start(launcher, stripped, Map.of());
        }
        record(arena, EMPTY, contender, number, new Round(without.named(), ""));
        record(arena, WITH_CONNECTOR, contender, number, new Round(with.over(without), ""));
    }

    private void record(Arena arena, String setting, Contender contender, int number, Round round) {
        arena.record(new Measurement(name(), setting, contender.name(), number, round.figures(), round.fault()));
    }

    private static Figures start(ServerLauncher launcher, Path application, Map<String, String> environment) {
        try (ServerProcess process = launcher.start("deployment", application, environment)) {
            double heap = ServerHttp.heap(process.application()) / MEGABYTE;
            return new Figures(ServerLog.deployment(launcher.server(), process.output()).toMillis(), heap);
        }
    }

    private record Figures(double millis, double heap) {

        Map<String, Double> named() {
            return Map.of("deploy-ms", millis, "heap-mb", heap);
        }

        Map<String, Double> over(Figures empty) {
            return Map.of("deploy-ms", millis, "heap-mb", heap, "added-ms", millis - empty.millis, "added-heap-mb",
                    heap - empty.heap);
        }
    }
}
