package io.github.asynqee.bench.workload;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.redis.DelayProxy;
import io.github.asynqee.bench.redis.FarRedis;

/**
 * {@link DrainWorkload} and {@link EnqueueWorkload} with fewer tasks and a Redis that is half a millisecond away in each
 * direction. {@code round-trip-ms} is what a command takes that does nothing.
 */
public final class AddedLatencyWorkload implements Workload {

    private static final Duration EACH_WAY = Duration.ofNanos(500_000);
    /** Who does one task a round trip would take minutes otherwise. */
    private static final int FEWER = 10;
    private static final List<Workload> NEAR = List.of(DrainWorkload.defaults(), new EnqueueWorkload());

    @Override
    public String name() {
        return "network-1ms";
    }

    @Override
    public int rounds() {
        return 2;
    }

    @Override
    public void run(Arena arena) {
        try (DelayProxy proxy = DelayProxy.start(arena.redis().address(), EACH_WAY)) {
            double roundTrip = roundTripMillis(proxy.address());
            for (Workload near : NEAR) {
                near.run(new FarArena(arena, new FarRedis(arena.redis(), proxy.address()), name(), roundTrip));
            }
        }
    }

    /** The median of many. */
    private static double roundTripMillis(String address) {
        int colon = address.lastIndexOf(':');
        byte[] ping = "PING\r\n".getBytes(StandardCharsets.US_ASCII);
        byte[] pong = "+PONG\r\n".getBytes(StandardCharsets.US_ASCII);
        long[] nanos = new long[501];
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setTcpNoDelay(true);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < nanos.length; i++) {
                long begin = System.nanoTime();
                out.write(ping);
                in.readFully(new byte[pong.length]);
                nanos[i] = System.nanoTime() - begin;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1e6;
    }

    /** The arena with Redis far away, where all that is measured belongs to one workload. */
    private record FarArena(Arena near, RedisMeter redis, String workload, double roundTrip) implements Arena {

        @Override
        public List<Contender> contenders() {
            return near.contenders();
        }

        @Override
        public Contender producer() {
            return near.producer();
        }

        @Override
        public int rounds() {
            return near.rounds();
        }

        @Override
        public boolean wants(String setting) {
            return near.wants(setting);
        }

        @Override
        public int scaled(int full) {
            return near.scaled(Math.max(1, full / FEWER));
        }

        @Override
        public void absent(Absence absence) {
            near.absent(absence);
        }

        @Override
        public void record(Measurement measurement) {
            Map<String, Double> figures = new TreeMap<>(measurement.figures());
            figures.put("round-trip-ms", roundTrip);
            near.record(new Measurement(workload, measurement.workload() + " " + measurement.setting(),
                    measurement.contender(), measurement.round(), figures, measurement.fault()));
        }
    }
}
