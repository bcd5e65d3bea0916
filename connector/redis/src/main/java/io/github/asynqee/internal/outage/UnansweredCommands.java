package io.github.asynqee.internal.outage;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Detects a command whose connection always breaks before its reply arrives, while the same server answers other
 * commands: this is not an outage. The usual cause is a reply that exceeds the client-output-buffer-limit of Redis. Logs
 * a warning after ten seconds, and an info when the command is answered again. Thread-safe.
 */
public final class UnansweredCommands {

    private static final Logger LOG = System.getLogger(UnansweredCommands.class.getName());
    private static final long CONFIRMED_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int CONFIRMED = 5;
    /**
     * A command that has not failed for this time is forgotten, because its node may no longer exist, or nobody sends
     * the command.
     */
    private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String redis;
    private final LongSupplier nanoTime;
    private final Map<Command, Failures> failing = new HashMap<>();
    private volatile boolean any;

    private record Command(String node, String name) {}

    private static final class Failures {
        private final long begin;
        private long last;
        private boolean othersAnswered;
        /** How often the command failed after an answer to another command. */
        private int count;
        private boolean logged;

        Failures(long begin) {
            this.begin = begin;
        }
    }

    /** @param redis the URL of Redis, without password */
    UnansweredCommands(String redis, LongSupplier nanoTime) {
        this.redis = redis;
        this.nanoTime = nanoTime;
    }

    /**
     * The connection broke before the reply.
     *
     * @param node the address of the node of a cluster, otherwise empty
     * @param command the name of the first command without a reply
     * @param reason the failure
     */
    public synchronized void failed(String node, String command, String reason) {
        long now = nanoTime.getAsLong();
        Failures failures = failing.computeIfAbsent(new Command(node, command), name -> new Failures(now));
        any = true;
        failures.last = now;
        failures.count += failures.othersAnswered ? 1 : 0;
        failures.othersAnswered = false;
        if (!isLogged(node) && failures.count >= CONFIRMED && now - failures.begin >= CONFIRMED_NANOS) {
            failures.logged = true;
            FailureLog.write(LOG, Level.WARNING,
                    "Redis {0} answers other commands, but each connection that sends {1} breaks: {2}. Its reply may "
                            + "exceed the client-output-buffer-limit of Redis, or a limit of a proxy; it is retried",
                    redis, command, reason);
        }
    }

    /** One warning is enough for all commands of a node. */
    private boolean isLogged(String node) {
        return failing.entrySet().stream()
                .anyMatch(each -> each.getKey().node().equals(node) && each.getValue().logged);
    }

    /** Whether a command has failed and was not answered since. */
    public boolean isAny() {
        return any;
    }

    /** A server has answered a command. */
    public synchronized void answered(String node, String command) {
        long now = nanoTime.getAsLong();
        Failures own = failing.remove(new Command(node, command));
        failing.values().removeIf(failures -> now - failures.last > FORGOTTEN_NANOS);
        any = !failing.isEmpty();
        if (own != null && own.logged) {
            FailureLog.write(LOG, Level.INFO, "Redis {0} answers {1} again after {2} s", redis, command,
                    TimeUnit.NANOSECONDS.toSeconds(now - own.begin));
        }
        failing.forEach((other, failures) -> failures.othersAnswered |= other.node().equals(node));
    }
}
