package io.github.asynqee.bench.workload;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.subject.Command;

/** All workloads. */
public final class Workloads {

    private static final Logger LOG = System.getLogger(Workloads.class.getName());
    private static final Duration STARTING = Duration.ofSeconds(5);

    private Workloads() {}

    /** A workload made of settings. */
    private record Settings(String name, int rounds, Function<RunContext, List<Setting>> settings) implements Workload {

        @Override
        public void run(RunContext run) {
            try {
                settings.apply(run).forEach(setting -> RoundRobin.measure(name, setting));
            } finally {
                run.subjects().forEach(Workloads::stop);
            }
        }
    }

    /** A server that was started to enqueue must not outlive its Redis. */
    private static void stop(Subject subject) {
        try {
            subject.send(Command.of("stop"));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", subject.name(), e.getMessage());
        }
    }

    /** All workloads by their names, in the order in which they are measured. */
    public static Map<String, Workload> all() {
        Map<String, Workload> all = new LinkedHashMap<>();
        handling().forEach(workload -> all.put(workload.name(), workload));
        latency().forEach(workload -> all.put(workload.name(), workload));
        all.put("ceiling", new Ceiling());
        return all;
    }

    private static Stream<Workload> handling() {
        return Stream.of(
                new Settings("enqueue", 3, run -> Stream.of("single", "coalesced", "bulk")
                        .flatMap(mode -> Stream.of(1, 8).<Setting>map(n -> new Enqueue(run, mode, n, 50_000)))
                        .toList()),
                new Settings("drain", 3, run -> each(c -> new Drain(run, "concurrency=" + c, 100_000,
                        Setting.concurrency(c)), 10, 50, 100)),
                new Settings("beside-idle", 3, run -> each(c -> Drain.besideIdle(run, 2, 100, c, 100_000), 10, 50)),
                new Settings("shared-drain", 3, run -> each(c -> new Drain(run,
                        "channels=5 concurrency=" + c + " each", 100_000, SlowChannel.fiveChannels(c),
                        SlowChannel.types()), 10, 50)),
                new Settings("slow-channel", 3, run -> List.of(new SlowChannel(run, 10, 50_000))),
                new Settings("foreign-tasks", 3, run -> List.of(new ForeignTasks(run, 10_000, 60))),
                new Settings("mixed", 3, run -> each(c -> new Mixed(run, c, 50_000), 10, 50)),
                new Settings("sleeping", 3, run -> List.of(Drain.sleeping(run, 10, 100, 30_000),
                        Drain.sleeping(run, 20, 1_000, 50_000), Drain.sleeping(run, 100, 1_000, 30_000))),
                new Settings("weighted", 3, run -> List.of(new Weighted(run, 50, 60_000))),
                new Settings("active", 3, run -> each(n -> Drain.besideActive(run, n, 50, 50_000), 10, 10_000)));
    }

    private static Stream<Workload> latency() {
        return Stream.of(
                idleLatency(1_000, 3_000),
                new Settings("open-loop", 3, run -> each(rate -> Produced.atRate(run, rate, 5), 1_000, 5_000)),
                due(7),
                new Settings("peer-schedule", 3, run -> each(n -> PeerTasks.scheduled(run, n, 30), 1, 100)),
                new Settings("queue-latency", 3, run -> each(n -> PeerTasks.enqueued(run, n, 200), 1, 16, 100, 1_000)),
                idleCost(STARTING));
    }

    static Workload idleLatency(int fromMillis, int toMillis) {
        return new Settings("idle-latency", 2, run -> List.of(Produced.withPauses(run, fromMillis, toMillis, 15)));
    }

    static Workload due(int secondsAhead) {
        return new Settings("due", 2, run -> List.of(new Due(run, secondsAhead, 10_000)));
    }

    static Workload idleCost(Duration starting) {
        return new Settings("idle-cost", 2, run -> each(n -> new IdleCost(run, n, starting, 20), 3, 1, 16, 100, 1_000));
    }

    private static List<Setting> each(IntFunction<Setting> setting, int... values) {
        return IntStream.of(values).mapToObj(setting).toList();
    }
}
