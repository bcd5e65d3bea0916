package io.github.asynqee.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.peers.process.PeerKind;
import io.github.asynqee.bench.report.Figures;

/** Facts of a run beside those of the machine: the versions of the job systems, and how long the disk takes. */
final class Versions {

    private static final int WRITES = 101;
    private static final int BLOCK = 4096;

    private Versions() {}

    static void add(Map<String, String> facts, Path folder) {
        facts.remove("Go");
        facts.remove("Open Liberty");
        facts.putAll(PeerKind.versions());
        for (String name : List.of("Apache Artemis", "JobRunr", "db-scheduler")) {
            facts.put(name, System.getProperty("bench.version." + name.replace(' ', '-'), "unknown"));
        }
        facts.put("Disk", "a block of 4 KiB is on it after " + Figures.text(syncNanos(folder) / 1e6) + " ms (median)");
    }

    private static long syncNanos(Path folder) {
        try {
            Files.createDirectories(folder);
            Path file = Files.createTempFile(folder, "sync", ".bin");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                long[] nanos = new long[WRITES];
                for (int i = 0; i < WRITES; i++) {
                    long begin = System.nanoTime();
                    channel.write(ByteBuffer.allocate(BLOCK));
                    channel.force(false);
                    nanos[i] = System.nanoTime() - begin;
                }
                Arrays.sort(nanos);
                return nanos[WRITES / 2];
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
