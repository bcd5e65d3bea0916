package io.github.asynqee;

import java.time.Duration;
import java.util.Objects;

/**
 * Where a task must be stored before its enqueueing succeeds. Each level costs the time that Redis needs to confirm it,
 * once for all tasks stored together. {@code docs/redis.md} says which faults each level survives.
 *
 * @param level the place
 * @param replicas how many replicas must have received the task; 0 unless the level is {@code REPLICA}
 * @param timeout how long to wait for the confirmation, from 1 ms to 1 min; ignored for {@code MEMORY}
 */
public record Durability(Level level, int replicas, Duration timeout) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** The default {@link #timeout}. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);
    /** In the memory of one Redis server, as in asynq: the default. */
    public static final Durability MEMORY = new Durability(Level.MEMORY, 0, DEFAULT_TIMEOUT);
    /**
     * On the disk of the Redis server: flushed to its append-only file. Needs Redis 7.2 and {@code appendonly yes}.
     */
    public static final Durability DISK = new Durability(Level.DISK, 0, DEFAULT_TIMEOUT);

    /** Where a task is stored. */
    public enum Level {
        /** The memory of one server. */
        MEMORY,
        /** The memory of the server and of replicas. */
        REPLICA,
        /** The disk of the server. */
        DISK
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public Durability {
        Objects.requireNonNull(level, "level");
        if (level == Level.REPLICA ? replicas < 1 : replicas != 0) {
            throw new IllegalArgumentException(level == Level.REPLICA ? "replicas must be at least 1: " + replicas
                    : "replicas are for the level REPLICA only: " + replicas);
        }
        if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the timeout must be from 1 ms to 1 min: " + timeout);
        }
    }

    /**
     * In the memory of the Redis server and of replicas.
     *
     * @param count how many replicas, at least 1; in a Cluster, of the node that has the queue
     * @return the durability
     * @throws IllegalArgumentException if the number is below 1
     */
    public static Durability replicas(int count) {
        return new Durability(Level.REPLICA, count, DEFAULT_TIMEOUT);
    }

    /**
     * Sets how long the client waits until Redis confirms a task.
     *
     * @param limit from 1 ms to 1 min
     * @return the new durability
     * @throws IllegalArgumentException if it is out of range
     */
    public Durability within(Duration limit) {
        return new Durability(level, replicas, limit);
    }

    @Override
    public String toString() {
        return switch (level) {
            case MEMORY -> "memory";
            case REPLICA -> "replica (" + replicas + ")";
            case DISK -> "disk";
        };
    }
}
