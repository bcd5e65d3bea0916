package io.github.asynqee.bench.server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.server.ServerProcess;

/**
 * What the connector adds to the deployment of an application, in time and in heap, on each application server. In each
 * round servers are started anew with each {@link ApplicationVariant}; who comes first changes from round to round, and a
 * start before the first round, which is not recorded, has brought all files into the file cache.
 *
 * <p>The figures are {@code deploy-ms}, which the server tells, and {@code heap-mb}, in use after the start; with the
 * connector also {@code added-ms} and {@code added-heap-mb}, the difference to the application of the same round that has
 * the same handler and emitter joined in memory: what the server needs for reactive messaging is not the connector's.
 */
public final class DeploymentWorkload implements Workload {

    private static final double MEGABYTE = 1 << 20;

    @Override
    public String name() {
        return "deployment";
    }

    @Override
    public boolean suits(List<String> kinds) {
        return kinds.contains("liberty") || kinds.contains("wildfly");
    }

    @Override
    public void run(Arena arena) {
        List<ServerContender> servers = arena.contenders().stream().filter(ServerContender.class::isInstance)
                .map(ServerContender.class::cast).toList();
        servers.forEach(server -> server.ask(Order.to("stop")));
        for (int round = 0; round <= arena.rounds(); round++) {
            for (ServerContender server : servers) {
                take(arena, server, round);
            }
        }
    }

    /** Round 0 warms up. */
    private void take(Arena arena, ServerContender server, int round) {
        try {
            if (round == 0) {
                start(arena, server, ApplicationVariant.CONNECTOR);
            } else {
                measure(arena, server, round);
            }
        } catch (RuntimeException e) {
            record(arena, ApplicationVariant.CONNECTOR, server, Math.max(1, round), Round.failed(e));
        }
    }

    private void measure(Arena arena, ServerContender server, int round) {
        List<ApplicationVariant> order = Arrays.asList(ApplicationVariant.values());
        Collections.rotate(order, round);
        Map<ApplicationVariant, Figures> figures = new EnumMap<>(ApplicationVariant.class);
        order.forEach(variant -> figures.put(variant, start(arena, server, variant)));
        figures.forEach((variant, its) -> record(arena, variant, server, round,
                new Round(variant == ApplicationVariant.CONNECTOR ? its.over(figures.get(ApplicationVariant.MESSAGING))
                        : its.named(), "")));
    }

    private void record(Arena arena, ApplicationVariant variant, ServerContender server, int round, Round result) {
        arena.record(new Measurement(name(), variant.title(), server.name(), round, result.figures(), result.fault()));
    }

    /** An environment that has channels would be an error where there is no connector for them. */
    private static Figures start(Arena arena, ServerContender server, ApplicationVariant variant) {
        ServerLauncher launcher = server.launcher();
        Path application = variant.pack(launcher.war(), launcher.work().resolve("variants"));
        Map<String, String> environment = variant == ApplicationVariant.CONNECTOR
                ? ServerEnvironment.of(ServerContender.idle(arena.redis().address(), server.id())) : Map.of();
        try (ServerProcess process = launcher.start("deployment", application, environment)) {
            double heap = ServerHttp.heap(process.application()) / MEGABYTE;
            return new Figures(ServerLog.deployment(launcher.server(), process.output()).toMillis(), heap);
        }
    }

    private record Figures(double millis, double heap) {

        Map<String, Double> named() {
            return Map.of("deploy-ms", millis, "heap-mb", heap);
        }

        Map<String, Double> over(Figures less) {
            return Map.of("deploy-ms", millis, "heap-mb", heap, "added-ms", millis - less.millis, "added-heap-mb",
                    heap - less.heap);
        }
    }
}
