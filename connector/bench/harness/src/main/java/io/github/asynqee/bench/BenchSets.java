package io.github.asynqee.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Selections of what there is to measure, by name: options that stand for others. */
final class BenchSets {

    /** How tasks are found and taken: idle and busy, in one queue and in many, shared with others. */
    private static final List<String> FETCHING = List.of(
            "--workloads",
            "drain,beside-idle,shared-drain,slow-channel,hoarding,foreign-tasks,peer-schedule,queue-latency,idle-cost",
            "--settings",
            "^concurrency=(10|50)$|^idle-workers.*concurrency=10$|^channels|^workers|^foreign|^queues=100 ahead"
                    + "|^queues=(100|1000) .*pause|^queues=1000 concurrency=10$",
            "--rounds", "3");

    private static final Map<String, List<String>> SETS = Map.of("fetching", FETCHING);

    private BenchSets() {}

    /**
     * The options that a set stands for.
     *
     * @param name its name
     * @param contenders the kinds of contenders there are: of them, the engine and its older build take part
     * @throws IllegalArgumentException if there is no such set
     */
    static List<String> options(String name, List<String> contenders) {
        List<String> options = SETS.get(name);
        if (options == null) {
            throw new IllegalArgumentException(
                    "--set has no \"" + name + "\"; allowed are " + String.join(",", SETS.keySet()));
        }
        String engines = String.join(",", contenders.stream().filter(kind -> kind.startsWith("core")).toList());
        return Stream.concat(options.stream(), Stream.of("--contenders", engines)).toList();
    }
}
