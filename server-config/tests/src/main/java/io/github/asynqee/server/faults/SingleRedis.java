package io.github.asynqee.server.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.github.asynqee.server.Figures;
import io.github.asynqee.testkit.EmbeddedRedis;
import redis.clients.jedis.Jedis;

/**
 * One server behind a faulty network. It writes each change to the disk before it replies, so that it forgets nothing when it is
 * killed. It rewrites its append-only file whenever that has grown by a quarter since its start: Redis' own default, twice the
 * size at its start, is never reached by a server that is killed each minute, and reading the file would take longer each time.
 */
final class SingleRedis {

    /** Nobody listens there. */
    private static final int NO_MASTER = 1;

    /** How long a Redis that could not write may take to end. */
    private static final long ENDS_MILLIS = 500;

    private final DiskThatFills disk = mounted();
    private final EmbeddedRedis redis;
    private final FaultyNetwork network;

    private SingleRedis() throws IOException {
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().config("appendonly", "yes")
                .config("appendfsync", "always").config("auto-aof-rewrite-percentage", "25");
        redis = (disk == null ? builder : builder.directory(disk.directory())).start();
        network = new FaultyNetwork(redis.port());
    }

    static FaultyRedis start() {
        try {
            SingleRedis single = new SingleRedis();
            return new FaultyRedis(single.network.url(), "memory", () -> List.of(single.redis), single.faults(),
                    single::stop);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DiskThatFills mounted() {
        try {
            return DiskThatFills.mount();
        } catch (IOException e) {
            Figures.add("faults: NO DISK WILL BE FULL, it needs a file system of its own: " + e.getMessage());
            return null;
        }
    }

    private List<Fault> faults() {
        List<Fault> faults = new ArrayList<>(FaultyRedis.ofConnections(() -> List.of(redis)));
        faults.addAll(network.faults());
        faults.add(new Fault("kill -9 of Redis", this::kill));
        faults.add(new Fault("SIGSTOP of Redis", this::freeze));
        faults.add(new Fault("read-only replica", this::readOnly));
        if (disk != null) {
            faults.add(new Fault("disk full", this::fullDisk));
        }
        return faults;
    }

    private String kill(Random random) throws InterruptedException {
        redis.kill();
        String away = Fault.last(random, 1, 3_000);
        redis.restart();
        return away;
    }

    private String freeze(Random random) throws InterruptedException {
        redis.pause();
        try {
            return Fault.last(random, 1_000, 8_000);
        } finally {
            redis.resume();
        }
    }

    /** A master that it never reaches cannot replace its data. */
    private String readOnly(Random random) throws InterruptedException {
        try (Jedis jedis = FaultyRedis.connection(redis)) {
            jedis.replicaof(redis.host(), NO_MASTER);
            try {
                return Fault.last(random, 500, 4_000);
            } finally {
                jedis.replicaofNoOne();
            }
        }
    }

    /** A Redis that cannot write its log ends before it replies. */
    private String fullDisk(Random random) throws IOException, InterruptedException {
        String ended;
        disk.fill();
        try {
            ended = Fault.last(random, 500, 4_000);
        } finally {
            disk.free();
        }
        Thread.sleep(ENDS_MILLIS);
        if (!redis.isRunning()) {
            redis.restart();
            ended += ", Redis had ended";
        }
        return ended;
    }

    private void stop() {
        try (disk) {
            network.close();
            redis.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
