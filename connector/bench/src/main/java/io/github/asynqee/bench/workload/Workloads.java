package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.bench.round.RoundRobin;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Workload;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;

/** All workloads. */
public final class Workloads {

    private static final Duration STARTING = Duration.ofSeconds(5);
    private static final int KEYS = 10_000;
    private static final String BY_KEY = "header:" + BenchTask.KEY;

    private Workloads() {}

    /** A workload made of settings. */
    private record Settings(String name, int rounds, Function<RunContext, List<Setting>> settings) implements Workload {

        @Override
        public void run(RunContext run) {
            try {
                settings.apply(run).forEach(setting -> RoundRobin.measure(name, setting));
            } finally {
                run.stopAll();
            }
        }
    }

    /** All workloads by their names, in the order in which they are measured. */
    public static Map<String, Workload> all() {
        Map<String, Workload> all = new LinkedHashMap<>();
        handling().forEach(workload -> all.put(workload.name(), workload));
        latency().forEach(workload -> all.put(workload.name(), workload));
        users().forEach(workload -> all.put(workload.name(), workload));
        sure().forEach(workload -> all.put(workload.name(), workload));
        flow().forEach(workload -> all.put(workload.name(), workload));
        all.put("ceiling", new Ceiling());
        return all;
    }

    private static Stream<Workload> handling() {
        return Stream.of(
                new Settings("enqueue", 3, run -> Stream.of("single", "coalesced", "bulk")
                        .flatMap(mode -> Stream.of(1, 8).<Setting>map(
                                n -> new Enqueue(run, "mode=" + mode + " producers=" + n, mode, n, 100_000)))
                        .toList()),
                new Settings("drain", 3, run -> each(c -> new Drain(run, "concurrency=" + c, 150_000,
                        Setting.concurrency(c)), 10, 50, 100)),
                new Settings("beside-idle", 3, run -> each(c -> Drain.besideIdle(run, 2, 100, c, 100_000), 10, 50)),
                new Settings("shared-drain", 3, run -> each(c -> new Drain(run,
                        "channels=5 concurrency=" + c + " each", 100_000, SlowChannel.fiveChannels(c),
                        SlowChannel.types()), 10, 50)),
                new Settings("slow-channel", 3, run -> List.of(new SlowChannel(run, 10, 50_000))),
                new Settings("foreign-tasks", 3, run -> List.of(new ForeignTasks(run, 10_000, 60))),
                new Settings("mixed", 3, run -> each(c -> new Mixed(run, "concurrency=" + c, 50_000,
                        Setting.concurrency(c)), 10, 50)),
                new Settings("sleeping", 3, run -> List.of(Drain.sleeping(run, 10, 100, 30_000),
                        Drain.sleeping(run, 20, 1_000, 75_000), Drain.sleeping(run, 100, 1_000, 30_000))),
                new Settings("weighted", 3, run -> List.of(new Weighted(run, 50, 60_000))),
                new Settings("active", 3, run -> each(n -> Drain.besideActive(run, n, 50, 150_000), 10, 10_000)));
    }

    /** Workloads with the kinds of Redis, the sizes of payloads and the numbers of channels that users have. */
    private static Stream<Workload> users() {
        return Stream.of(
                new Environments("redis-drain", (run, name) -> new Drain(run, name, 100_000,
                        Setting.concurrency(100))),
                new Environments("redis-enqueue", (run, name) -> new Enqueue(run, name, "coalesced", 1, 100_000)),
                new Settings("payload", 3, run -> List.of(
                        new Drain(run, "payload=10kB concurrency=100", 50_000, 10_000, Setting.concurrency(100)),
                        new Drain(run, "payload=1MB concurrency=10", 500, 1_000_000, Setting.concurrency(10)))),
                new Settings("many-channels", 3, run -> List.of(ManyChannels.of(run, 100))),
                new Settings("waiting", 1, run -> List.of(new Waiting(run, "pending", 0, 100_000),
                        new Waiting(run, "scheduled", 3_600, 100_000))),
                new Shards());
    }

    /** Workloads for the cost of transactions, confirmations, traces and results on servers. */
    private static Stream<Workload> sure() {
        return Stream.of(
                new Settings("sending", 3, run -> Stream.of("none", "after-commit", "outbox").<Setting>map(
                        kind -> new Sending(run, "transactional=" + kind + " producers=8", 30_000,
                                "mp.messaging.connector.asynq.outbox.create=true,mp.messaging.connector.asynq.transactional="
                                        + kind,
                                Command.of("enqueue").with("mode", "each").with("by", "transaction")
                                        .with("producers", 8)))
                        .toList()),
                new Settings("inbox", 3, run -> List.of(inbox(run, "none", "inbox.create=false"),
                        inbox(run, "h2", "inbox.datasource=java:comp/DefaultDataSource,"
                                + "mp.messaging.incoming.bench.inbox.create=true"))),
                new Durabilities(),
                new Settings("tracing", 3, run -> List.of(traced(run, "off", "parent"), traced(run, "on", "none"),
                        traced(run, "on", "parent"))),
                new Settings("calls", 3, run -> Stream.of("wait", "call").<Setting>map(
                        by -> new Calls(run, by, 30_000)).toList()));
    }

    /** Workloads for the cost of limits by key, of fairness between keys, and of many queues. */
    private static Stream<Workload> flow() {
        return Stream.of(
                new Settings("keys", 3, run -> Stream.of(keyed(run, 0, 50), keyed(run, 20, 200))
                        .flatMap(List::stream).toList()),
                new Settings("pattern", 3, run -> each(n -> ManyChannels.byPattern(run, n), 100, 10_000)),
                new Settings("pattern-idle", 2, run -> each(n -> IdleCost.byPattern(run, n, STARTING, 20), 100,
                        10_000)));
    }

    /**
     * Settings without a limit, with a limit that blocks no task, with a limit that blocks most tasks, and with
     * fairness between keys.
     */
    private static List<Setting> keyed(RunContext run, int millis, int concurrency) {
        String name = "sleep=%dms limit=%%s keys=%d concurrency=%d".formatted(millis, KEYS, concurrency);
        Command start = Setting.concurrency(concurrency).with("sleep", millis);
        Command limited = start.with("limit-key", BY_KEY);
        return List.of(Drain.keyed(run, name.formatted("none"), KEYS, 1, start),
                Drain.keyed(run, name.formatted("1000"), KEYS, 1, limited.with("max-running", 1_000)),
                Drain.keyed(run, name.formatted("2 blocks-of=10"), KEYS, 10, limited.with("max-running", 2)),
                Drain.keyed(run, name.formatted("fair"), KEYS, 1, start.with("fair-by", BY_KEY)));
    }

    private static Setting inbox(RunContext run, String name, String config) {
        return new Drain(run, "inbox=" + name + " concurrency=10", 50_000,
                Setting.concurrency(10).with("config", "mp.messaging.incoming.bench." + config));
    }

    private static Setting traced(RunContext run, String telemetry, String tracing) {
        return new Mixed(run, "telemetry=" + telemetry + " tracing=" + tracing + " concurrency=10", 50_000,
                Setting.concurrency(10).with("telemetry", telemetry)
                        .with("config", "mp.messaging.connector.asynq.tracing=" + tracing));
    }

    /** One queue with shards on clusters of different sizes. */
    private record Shards() implements Workload {

        @Override
        public String name() {
            return "shards";
        }

        @Override
        public int rounds() {
            return 3;
        }

        @Override
        public void run(RunContext run) {
            for (int masters : new int[]{ 1, 2, 4 }) {
                ShardedDrain.measure(run, name(), masters);
            }
        }
    }

    private static Stream<Workload> latency() {
        return Stream.of(
                idleLatency(500, 1_500),
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
