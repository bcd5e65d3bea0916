package io.github.asynqee.bench.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.peers.broker.Disk;
import io.github.asynqee.bench.peers.process.PeerKind;
import io.github.asynqee.bench.report.Figures;

/** Facts of a run besides those about the machine: the versions of the job systems, and how long the disk takes. */
final class Versions {

    private Versions() {}

    static void add(Map<String, String> facts, Path folder) {
        facts.remove("Go");
        facts.remove("Open Liberty");
        facts.putAll(PeerKind.versions());
        for (String name : List.of("Apache Artemis", "JobRunr", "db-scheduler")) {
            facts.put(name, System.getProperty("bench.version." + name.replace(' ', '-'), "unknown"));
        }
        facts.put("Disk",
                "a block of 4 KiB is on it after " + Figures.text(Disk.syncNanos(folder) / 1e6) + " ms (median)");
    }
}
