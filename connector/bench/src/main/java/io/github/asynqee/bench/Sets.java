package io.github.asynqee.bench;

import java.util.List;
import java.util.Map;

/** Selections of workloads and settings by name, for the option {@code --set}. */
final class Sets {

    private static final String FIVE = "5";

    /** How tasks are found and taken: idle and busy, in one queue and in many. */
    private static final Map<String, String> FETCHING = Map.of(
            "--workloads",
            "drain,beside-idle,shared-drain,slow-channel,foreign-tasks,peer-schedule,queue-latency,idle-cost",
            "--settings",
            "^concurrency=(10|50)$|^idle-workers.*concurrency=10$|^channels|^foreign|^queues=100 ahead"
                    + "|^queues=(100|1000) .*pause|^queues=1000 concurrency=10$",
            "--rounds", "3");
    /** Throughput and latency beside stock Go asynq. */
    private static final Map<String, String> STANDARD = Map.of(
            "--workloads", "enqueue,drain,beside-idle,sleeping,active,idle-latency,open-loop,due",
            "--settings", "^mode|^concurrency|^idle-workers.*concurrency=50$|sleep=20ms|^active|^pauses|^rate|^ahead",
            "--rounds", FIVE + ",due=3,idle-latency=3");
    /** What users have: kinds of Redis, large payloads, many channels, many waiting tasks. */
    private static final Map<String, String> USERS = Map.of(
            "--workloads", "redis-drain,redis-enqueue,payload,many-channels,waiting",
            "--rounds", FIVE + ",redis-enqueue=3,payload=3,waiting=1");
    /** A queue with shards on clusters of different sizes. */
    private static final Map<String, String> SHARDS = Map.of(
            "--workloads", "shards",
            "--rounds", FIVE);
    /** The cost of transactions, confirmations, traces and results. */
    private static final Map<String, String> SURE = Map.of(
            "--workloads", "sending,inbox,durability,tracing,calls",
            "--rounds", FIVE);
    /** The cost of limits by key, of fairness between keys, and of queues found by a pattern. */
    private static final Map<String, String> FLOW = Map.of(
            "--workloads", "keys,pattern,pattern-idle",
            "--rounds", FIVE + ",pattern-idle=3");
    private static final Map<String, Map<String, String>> ALL = Map.of("standard", STANDARD, "users", USERS,
            "shards", SHARDS, "sure", SURE, "flow", FLOW, "fetching", FETCHING);

    private Sets() {}

    /** The names of all sets. */
    static List<String> names() {
        return ALL.keySet().stream().sorted().toList();
    }

    /** The options of a set. */
    static Map<String, String> options(String name) {
        return ALL.get(name);
    }

    /** Whether a kind of subjects takes part in a set. */
    static boolean includes(String name, String kind) {
        boolean core = kind.startsWith("core");
        boolean go = kind.equals("go");
        return switch (name) {
            case "fetching" -> core;
            case "sure" -> !core && !go;
            case "flow" -> !go;
            default -> true;
        };
    }
}
