package io.github.asynqee.bench.subject;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.github.asynqee.Task;

/**
 * The payload of a measured task: its number, the time from which it could start, and zeros up to the requested size.
 * Big-endian; times are in nanoseconds since 1970.
 *
 * @param number from 0
 * @param readyAt when the task was enqueued or, if it was scheduled, when it was due
 */
public record BenchTask(int number, long readyAt) {

    /** The type of the tasks. */
    public static final String TYPE = "bench:task";
    /** The header with the key of a task, if it has one. */
    public static final String KEY = "bench-key";
    /** The smallest payload in bytes. */
    public static final int MIN_SIZE = 16;

    /** A task that can start now. */
    public static BenchTask now(int number) {
        return new BenchTask(number, nanos(Instant.now()));
    }

    /** Nanoseconds since 1970. */
    public static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Reads a payload. */
    public static BenchTask of(byte[] payload) {
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        return new BenchTask((int) bytes.getLong(), bytes.getLong());
    }

    /** Writes the payload with at least {@link #MIN_SIZE} bytes. */
    public byte[] payload(int size) {
        return ByteBuffer.allocate(Math.max(size, MIN_SIZE)).putLong(number).putLong(readyAt).array();
    }

    /** The task to enqueue. */
    public Task<byte[]> on(String queue, String type, int size) {
        return Task.of(type, payload(size)).queue(queue);
    }
}
