package io.github.asynqee.bench.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives processes a fixed share of a core each, with control groups of Linux: {@code cpu.max} of version 2, or
 * {@code cpu.cfs_quota_us} of version 1. That needs the rights of root.
 */
public final class CpuShare implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String PROCESSES = "cgroup.procs";
    /** The period of a share. It is short, so that a process that has used its share does not pause for long. */
    private static final int PERIOD_MICROS = 10_000;

    private final List<Path> groups = new ArrayList<>();
    private final double cores;

    private CpuShare(double cores) {
        this.cores = cores;
    }

    /** This machine does not let the user limit processes. */
    public static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RefusedException(IOException cause) {
            super("no share of a core can be set by control groups: " + cause, cause);
        }
    }

    /**
     * Limits processes.
     *
     * @param processes their IDs; each gets a separate control group
     * @param percent the share of one core
     * @throws RefusedException if this machine does not allow it, with the reason
     */
    static CpuShare of(List<Long> processes, int percent) {
        CpuShare share = new CpuShare(processes.size() * percent / 100.0);
        try {
            for (long process : processes) {
                share.limit(process, PERIOD_MICROS * percent / 100);
            }
            return share;
        } catch (IOException e) {
            share.close();
            throw new RefusedException(e);
        }
    }

    private void limit(long process, int quotaMicros) throws IOException {
        Path version1 = ROOT.resolve("cpu");
        boolean old = Files.isDirectory(version1);
        Path group = Files.createDirectories((old ? version1 : ROOT).resolve("asynq-bench-" + process));
        groups.add(group);
        if (old) {
            Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(quotaMicros));
        } else {
            Files.writeString(group.resolve("cpu.max"), quotaMicros + " " + PERIOD_MICROS);
        }
        Files.writeString(group.resolve(PROCESSES), String.valueOf(process));
    }

    /** The share that all processes may use together, in cores. */
    public double cores() {
        return cores;
    }

    /** Ends the limits: moves the processes that still run back, and deletes the groups. */
    @Override
    public void close() {
        for (Path group : groups) {
            try {
                for (String process : Files.readAllLines(group.resolve(PROCESSES))) {
                    Files.writeString(group.resolveSibling(PROCESSES), process);
                }
                Files.delete(group);
            } catch (IOException e) {
                throw new IllegalStateException(group + " cannot be deleted: " + e, e);
            }
        }
    }
}
