package io.github.asynqee.bench.peers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** The processor time of processes, from {@code /proc}. */
final class CpuTime {

    /** Linux counts in hundredths of a second. */
    private static final long NANOS_PER_TICK = 10_000_000;
    /** Index of the first field after the name of the program: user, system, and both for children that have ended. */
    private static final int FIRST = 11;
    private static final int AFTER_LAST = 15;

    private CpuTime() {}

    /** User and system time of a process and its descendants, including ended ones, in nanoseconds. */
    static long ofTree(long pid) {
        ProcessHandle process = ProcessHandle.of(pid)
                .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"));
        LongStream all = LongStream.concat(LongStream.of(pid), process.descendants().mapToLong(ProcessHandle::pid));
        return all.map(CpuTime::of).sum();
    }

    /** The time of one process; zero if it has ended, because its parent has counted its time. */
    private static long of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int i = FIRST; i < AFTER_LAST; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks * NANOS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }
}
