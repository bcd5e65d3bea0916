package io.github.asynqee.internal.outage;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects that a reachable Redis refuses writes, because its memory is full, it is a replica, or it cannot save or
 * replicate them. Logs a warning after a second of refusals, and an info when Redis accepts writes again. Thread-safe.
 *
 * <p>Redis may execute other commands during this time, for example reads. Therefore the state ends only when a command
 * that was refused succeeds at the same node, or is not refused there for ten seconds.
 */
public final class WriteRefusals {

    private static final Logger LOG = System.getLogger(WriteRefusals.class.getName());
    private static final long CONFIRMED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than the interval of heartbeats, which are also refused. */
    private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String redis;
    private final LongSupplier nanoTime;
    /** The refused commands, and when each was refused last. */
    private final Map<Command, Long> refused = new HashMap<>();
    private long begin;
    private String reason = "";
    private boolean logged;
    private volatile boolean any;

    private record Command(String node, String name) {}

    /** @param redis the URL of Redis, without password */
    WriteRefusals(String redis, LongSupplier nanoTime) {
        this.redis = redis;
        this.nanoTime = nanoTime;
    }

    /**
     * Redis has refused a command.
     *
     * @param node the address of the node of a cluster, otherwise empty
     * @param command its name
     * @param error the failure, whose cause is the reply
     */
    public synchronized void refused(String node, String command, WritesRefusedException error) {
        long now = nanoTime.getAsLong();
        if (refused.isEmpty()) {
            begin = now;
            logged = false;
        }
        refused.put(new Command(node, command), now);
        any = true;
        String reply = String.valueOf((error.getCause() == null ? error : error.getCause()).getMessage());
        reason = node.isEmpty() ? reply : "node " + node + ": " + reply;
        if (!logged && now - begin >= CONFIRMED_NANOS) {
            logged = true;
            FailureLog.write(LOG, Level.WARNING,
                    "Redis {0} can be reached, but refuses writes: {1}. New tasks are refused; outcomes and "
                            + "periodic tasks wait and are retried until it accepts them",
                    redis, reason);
        }
    }

    /** Whether a command was refused, and no success of it is known. */
    public boolean isAny() {
        return any;
    }

    /** Redis has executed a command. */
    public void accepted(String node, String command) {
        if (any) {
            forget(new Command(node, command));
        }
    }

    private synchronized void forget(Command command) {
        long now = nanoTime.getAsLong();
        boolean wasAny = !refused.isEmpty();
        if (command != null) {
            refused.remove(command);
        }
        refused.values().removeIf(last -> now - last >= FORGOTTEN_NANOS);
        any = !refused.isEmpty();
        if (wasAny && !any && logged) {
            FailureLog.write(LOG, Level.INFO, "Redis {0} accepts writes again after {1} s", redis,
                    TimeUnit.NANOSECONDS.toSeconds(now - begin));
        }
    }

    /** The reply with which Redis has refused writes for a second or longer; empty if it accepts them. */
    public synchronized Optional<String> current() {
        forget(null);
        return any && logged ? Optional.of(reason) : Optional.empty();
    }
}
