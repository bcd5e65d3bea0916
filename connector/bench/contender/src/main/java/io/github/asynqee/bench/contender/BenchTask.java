package io.github.asynqee.bench.contender;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.github.asynqee.Task;

/**
 * The payload of the tasks that are measured: number, time at which the task could have been started, and zeros up to
 * the wanted size. Big-endian; the time is in nanoseconds since 1970.
 *
 * @param number from 0
 * @param readyAt when it was enqueued or, if it was scheduled, when it was due
 */
public record BenchTask(int number, long readyAt) {

    /** The type of the tasks. */
    public static final String TYPE = "bench:task";
    /** The smallest payload. */
    public static final int MIN_SIZE = 16;

    /**
     * A task that can be started now.
     *
     * @param number its number
     * @return the task
     */
    public static BenchTask now(int number) {
        return new BenchTask(number, nanos(Instant.now()));
    }

    /**
     * A time as it stands in payloads.
     *
     * @param instant the time
     * @return nanoseconds since 1970
     */
    public static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /**
     * Reads a payload.
     *
     * @param payload what {@link #payload} made
     * @return the task
     */
    public static BenchTask of(byte[] payload) {
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        return new BenchTask((int) bytes.getLong(), bytes.getLong());
    }

    /**
     * Writes the payload.
     *
     * @param size its size in bytes
     * @return the bytes
     */
    public byte[] payload(int size) {
        return ByteBuffer.allocate(Math.max(size, MIN_SIZE)).putLong(number).putLong(readyAt).array();
    }

    /**
     * The task to enqueue, without retries, so that a failure is seen.
     *
     * @param queue where it goes
     * @param size the size of its payload in bytes
     * @return the task
     */
    public Task<byte[]> on(String queue, int size) {
        return on(queue, TYPE, size);
    }

    /**
     * The task to enqueue, of a type of its own.
     *
     * @param queue where it goes
     * @param type its type
     * @param size the size of its payload in bytes
     * @return the task
     */
    public Task<byte[]> on(String queue, String type, int size) {
        return Task.of(type, payload(size)).queue(queue);
    }
}
