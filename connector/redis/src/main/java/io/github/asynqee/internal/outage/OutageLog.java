package io.github.asynqee.internal.outage;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Logs outages of Redis: one warning when a node cannot be reached, and one info when it can be reached again. Receives
 * the result of each command, so that its users log the failures that follow from an outage at DEBUG only; see {@link
 * FailureLog}. Thread-safe.
 *
 * <p>A broken connection is not yet an outage, because the next connection may work. An outage begins when no
 * connection can be made, or when commands fail for a second without a success in between. It ends with the first
 * success. An outage that follows another within a minute ends only after 15 seconds without a failure, so that an
 * unstable connection is logged with two lines and not with two lines each time.
 */
public final class OutageLog {

    private static final Logger LOG = System.getLogger(OutageLog.class.getName());
    private static final long CONFIRMED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long RETURNING_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String redis;
    private final WriteRefusals writes;
    private final UnansweredCommands unanswered;
    private final Silence silence;
    private final Predicate<String> isUsed;
    private final LongSupplier nanoTime;
    private final List<IntSupplier> waitingOutcomes = new CopyOnWriteArrayList<>();
    private final Map<String, Outage> failing = new HashMap<>();
    /** By node, the time at which its last logged outage ended. */
    private final Map<String, Long> ends = new HashMap<>();
    private volatile boolean anyFailing;
    private long usedCheckedAt;

    private static final class Outage {
        private final long begin;
        private final boolean returning;
        private long lastFailure;
        private boolean logged;

        Outage(long begin, boolean returning) {
            this.begin = begin;
            this.returning = returning;
        }

        boolean isOver(long now) {
            return !logged || !returning || now - lastFailure >= SETTLED_NANOS;
        }
    }

    /**
     * Creates the log.
     *
     * @param redis the URL of Redis, without password
     * @param isUsed whether commands are still sent to a node of the cluster
     */
    public OutageLog(String redis, Predicate<String> isUsed) {
        this(redis, isUsed, System::nanoTime);
    }

    OutageLog(String redis, Predicate<String> isUsed, LongSupplier nanoTime) {
        this.redis = redis;
        this.writes = new WriteRefusals(redis, nanoTime);
        this.unanswered = new UnansweredCommands(redis, nanoTime);
        this.silence = new Silence(nanoTime);
        this.isUsed = isUsed;
        this.nanoTime = nanoTime;
    }

    /** Whether Redis refuses writes although it can be reached. */
    public WriteRefusals writes() {
        return writes;
    }

    /** Which commands always break their connection. */
    public UnansweredCommands unanswered() {
        return unanswered;
    }

    /** Whether Redis leaves calls without an answer. */
    public Silence silence() {
        return silence;
    }

    /** Adds a count of outcomes that wait to be written, which is logged at the end of an outage. */
    public void addWaitingOutcomes(IntSupplier count) {
        waitingOutcomes.add(count);
    }

    public void removeWaitingOutcomes(IntSupplier count) {
        waitingOutcomes.remove(count);
    }

    /**
     * A command failed because a node could not be reached or is not ready.
     *
     * @param node the address of the node of a Cluster; empty without a Cluster or if none of its nodes can be reached
     * @param certain whether no connection could be made
     * @param reason the failure
     */
    public synchronized void failed(String node, boolean certain, String reason) {
        long now = nanoTime.getAsLong();
        Outage outage = failing.computeIfAbsent(node, name -> new Outage(now, isReturning(name, now)));
        outage.lastFailure = now;
        anyFailing = true;
        if (!outage.logged && (certain || now - outage.begin >= CONFIRMED_NANOS)) {
            outage.logged = true;
            FailureLog.write(LOG, Level.WARNING,
                    "{0} cannot be reached: {1}. Running tasks continue; fetching, outcomes and periodic "
                            + "tasks wait and are retried; enqueueing fails until Redis can be reached",
                    name(node), reason);
        }
    }

    private boolean isReturning(String node, long now) {
        Long end = ends.get(node);
        return end != null && now - end < RETURNING_NANOS;
    }

    /** Whether any node is failing: its last command has failed, or its connection is unstable. */
    public boolean isAnyFailing() {
        return anyFailing;
    }

    /** A node has executed a command. */
    public void succeeded(String node) {
        if (anyFailing) {
            ended(node);
        }
    }

    private synchronized void ended(String node) {
        logReachable(node);
        if (!node.isEmpty()) {
            logReachable("");
        }
        forgetUnused();
        anyFailing = !failing.isEmpty();
    }

    private void logReachable(String node) {
        Outage outage = failing.get(node);
        if (outage != null && outage.isOver(nanoTime.getAsLong())) {
            logEnd(node, "can be reached again");
        }
    }

    /** After a fail-over no command is sent to the former node, so none can succeed there. */
    private void forgetUnused() {
        long now = nanoTime.getAsLong();
        if (failing.isEmpty() || now - usedCheckedAt < CONFIRMED_NANOS) {
            return;
        }
        usedCheckedAt = now;
        for (String node : List.copyOf(failing.keySet())) {
            if (!node.isEmpty() && !isUsed.test(node)) {
                logEnd(node, "was replaced by other nodes");
            }
        }
    }

    private void logEnd(String node, String how) {
        Outage outage = failing.remove(node);
        if (outage != null && outage.logged) {
            ends.put(node, nanoTime.getAsLong());
            FailureLog.write(LOG, Level.INFO, "{0} {1} after {2} s; outcomes waiting to be written: {3}", name(node),
                    how,
                    TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - outage.begin),
                    waitingOutcomes.stream().mapToInt(IntSupplier::getAsInt).sum());
        }
    }

    private String name(String node) {
        return node.isEmpty() ? "Redis " + redis : "Node " + node + " of Redis " + redis;
    }
}
