package io.github.asynqee.bench.peers.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Measures how long the disk takes for a write. */
public final class Disk {

    private static final int WRITES = 101;
    private static final int BLOCK = 4096;

    private Disk() {}

    /** The median of the times after which a block of 4 KiB is on the disk of a folder, in nanoseconds. */
    public static long syncNanos(Path folder) {
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
