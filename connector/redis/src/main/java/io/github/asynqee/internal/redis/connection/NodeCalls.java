package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.asynqee.internal.thread.Waits;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Calls to the nodes of a Cluster, each on a separate thread, so that a node that hangs does not hold a caller for the
 * whole time limit of a command. A slow call starts a probe, which sends a {@code PING} to the node on a separate
 * connection. A node hangs if it answers neither the probe nor another call for two thirds of the limit, at most two
 * seconds, or if it refuses the probe's connection and has answered no other call for 300 ms. The callers of a node
 * that hangs are released, and the node gets no calls until it answers the probe or no longer serves keys. A node has a
 * limited number of threads, one for each connection it may have and one for its probe; a further call waits for a
 * thread as long as a command may take.
 */
public final class NodeCalls implements AutoCloseable {

    /** Time of a call after which its node is probed. */
    private static final Duration SLOW = Duration.ofMillis(300);
    /**
     * A node hangs if it does not answer a call or the probe for two thirds of the limit of a command, within these
     * bounds. The first call on a new connection needs two answers.
     */
    private static final Duration SHORTEST_SILENCE = Duration.ofMillis(300);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(2);
    /** Interval at which a call is checked again that exceeds the time limit of a command. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);
    /** How long to wait for the first answer of any node; longer if the time limit of a command is longer. */
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final long FOREVER = Duration.ofDays(1).toNanos();
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final NodeAccess access;
    private final int limit;
    private final Duration longestWait;
    private final Duration longestSilence;
    private final LongSupplier nanoTime;
    private final Map<HostAndPort, Node> nodes = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ThreadPoolExecutor threads;
    /** Until when any node counts as slow. After this time, calls need not check their node. */
    private volatile long anySlowUntil;

    /** The operations that a probe needs. */
    interface NodeAccess {

        /** Connects to a node and waits for the reply to a {@code PING}. */
        void ping(HostAndPort node);

        /** Refreshes the map of the cluster; returns whether a node still serves keys. */
        boolean refreshedServes(HostAndPort node);

        /** A node begins to hang. */
        void hangs(HostAndPort node, String reason);

        /** A node that was hanging answers. */
        void answers(HostAndPort node);
    }

    /**
     * @param limit how many calls to one node run at a time
     * @param longestWait how long a call waits for the end of others
     */
    NodeCalls(NodeAccess access, int limit, Duration longestWait) {
        this(access, limit, longestWait, System::nanoTime, NodeCalls::thread);
    }

    NodeCalls(NodeAccess access, int limit, Duration longestWait, LongSupplier nanoTime, ThreadFactory factory) {
        this.nanoTime = nanoTime;
        this.threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
                factory);
        this.access = access;
        this.anySlowUntil = nanoTime.getAsLong();
        this.limit = limit;
        this.longestWait = longestWait;
        this.longestSilence = Duration.ofMillis(Math.max(SHORTEST_SILENCE.toMillis(),
                Math.min(longestWait.toMillis() * 2 / 3, LONGEST_SILENCE.toMillis())));
    }

    static Thread thread(Runnable call) {
        Thread thread = new Thread(null, call, "asynq-node-call", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(NodeCalls.class.getClassLoader());
        return thread;
    }

    /**
     * The state of one node: its calls, of which a limited number run at a time while the others wait in order; when it
     * last answered; and its current probe.
     */
    private final class Node {

        private final HostAndPort address;
        private final Deque<Call> waiting = new ArrayDeque<>();
        private int running;
        private final AtomicReference<Probe> probe = new AtomicReference<>();
        private volatile long lastAnswer = nanoTime.getAsLong();
        private final AnswerTimes times = new AnswerTimes(nanoTime);

        Node(HostAndPort address) {
            this.address = address;
        }

        /** The node has answered a call. */
        void answered() {
            lastAnswer = nanoTime.getAsLong();
        }

        /** A call has ended. */
        void took(long nanos) {
            times.took(nanos);
            anySlowUntil = times.isSlow() ? times.slowUntil() : anySlowUntil;
        }

        /** A call takes long. */
        void isTakingLong() {
            times.isTakingLong();
            anySlowUntil = times.slowUntil();
        }

        long nanosSinceAnswer() {
            return nanoTime.getAsLong() - lastAnswer;
        }

        /** Returns whether a thread is needed for a call; otherwise the call waits. */
        synchronized boolean enter(Call call) {
            if (running < limit) {
                running++;
                return true;
            }
            waiting.add(call);
            return false;
        }

        /** Runs a call that has entered, then the waiting calls. */
        void run(Call first) {
            for (Call call = first; call != null; call = next()) {
                call.run();
            }
        }

        private synchronized Call next() {
            Call next = waiting.poll();
            if (next == null) {
                running--;
            }
            return next;
        }

        /**
         * A call that has entered got no thread. Returns the calls that waited only for it and that no other thread
         * will run.
         */
        synchronized List<Call> failed() {
            running--;
            List<Call> stranded = running > 0 ? List.of() : List.copyOf(waiting);
            waiting.removeAll(stranded);
            return stranded;
        }

        /** Returns whether a call was still waiting; then it is never run. */
        synchronized boolean leave(Call call) {
            return waiting.remove(call);
        }

        boolean isHung() {
            Probe current = probe.get();
            return current != null && current.isHung();
        }
    }

    /** A node that is being probed. */
    private final class Probe {

        private final Node node;
        private final long begin = nanoTime.getAsLong();
        private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();

        Probe(Node node) {
            this.node = node;
        }

        /** Pings until there is an answer. */
        void run() {
            boolean answered = false;
            try {
                do {
                    answered = isAnswered();
                } while (!answered && isServing() && !closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                ended(answered);
                node.probe.compareAndSet(this, null);
            }
        }

        /** If the map of the cluster cannot be read, the node may still serve keys. */
        private boolean isServing() {
            try {
                return access.refreshedServes(node.address);
            } catch (RuntimeException e) {
                return true;
            }
        }

        private boolean isAnswered() {
            try {
                access.ping(node.address);
                return true;
            } catch (RuntimeException e) {
                if (node.nanosSinceAnswer() >= SLOW.toNanos()) {
                    hangs(e.getMessage());
                }
                return false;
            }
        }

        /**
         * Reports that the node hangs. Holds the same lock as the opposite report, so that the last report is the
         * current state.
         */
        private synchronized void hangs(String reason) {
            if (verdict.complete(false)) {
                access.hangs(node.address, reason);
            }
        }

        private synchronized void ended(boolean answered) {
            if (!verdict.complete(true) && answered) {
                access.answers(node.address);
            }
        }

        boolean isHung() {
            return !verdict.getNow(true);
        }

        /**
         * Waits until the call has ended, the verdict is known, or the time has passed; returns whether the node hangs.
         */
        boolean awaitHung(CompletableFuture<End> call, long nanos) {
            CompletableFuture<Object> either = CompletableFuture.anyOf(call, verdict);
            long end = nanoTime.getAsLong() + nanos;
            long left;
            do {
                long silenceLeft = longestSilence.toNanos() - silence();
                if (silenceLeft <= 0) {
                    hangs("it answers nothing within " + longestSilence.toMillis() + " ms");
                }
                left = end - nanoTime.getAsLong();
                if (Waits.isDone(either, Math.min(left, silenceLeft))) {
                    return !call.isDone() && isHung();
                }
            } while (left > 0);
            return false;
        }

        /**
         * How long the node has answered nothing, counted at most from the beginning of the probe. An answer to any
         * other call also counts.
         */
        private long silence() {
            return Math.min(nanoTime.getAsLong() - begin, node.nanosSinceAnswer());
        }
    }

    /** How the wait for a call ends. */
    public enum End {
        /** The call has ended. */
        DONE,
        /** The node hangs; a call that has begun continues without a caller. */
        HUNG,
        /** Other calls have used the node for the whole time limit; the call is never made. */
        NO_ROOM,
        /** The call got no thread and is never made. */
        NO_THREAD
    }

    /** A call in progress, or a call that waits for other calls to the same node. */
    public final class Call implements Runnable {

        private final Node node;
        private final BooleanSupplier work;
        private final long begin = nanoTime.getAsLong();
        private final CompletableFuture<End> end = new CompletableFuture<>();

        private Call(Node node, BooleanSupplier work) {
            this.node = node;
            this.work = work;
        }

        @Override
        public void run() {
            long from = nanoTime.getAsLong();
            try {
                boolean answered = work.getAsBoolean();
                long took = nanoTime.getAsLong() - from;
                if (answered) {
                    node.answered();
                }
                if (answered || took >= AnswerTimes.SLOW.toNanos()) {
                    node.took(took);
                }
                end.complete(End.DONE);
            } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        }

        /** Waits until the call has ended, or waiting is no longer useful. */
        public End await() {
            for (long nanos = SLOW.toNanos(); !Waits.isDone(end, nanos); nanos = Math.min(2 * nanos, untilNextLook())) {
                node.isTakingLong();
                Probe probe = probe(node);
                boolean hung = probe.awaitHung(end, waitLeft());
                if (!hung && waitLeft() <= 0) {
                    if (node.leave(this)) {
                        return End.NO_ROOM;
                    }
                    // it has begun: its own time-out ends it, unless the node hangs
                    hung = probe.awaitHung(end, FOREVER);
                }
                if (hung) {
                    node.leave(this);
                    return End.HUNG;
                }
            }
            return result(end);
        }

        private long untilNextLook() {
            long left = waitLeft();
            return left > 0 ? left : MAX_PAUSE.toNanos();
        }

        private long waitLeft() {
            return begin + longestWait.toNanos() - nanoTime.getAsLong();
        }
    }

    /** Returns whether a thread was started. False after the close, or if there is no memory for a thread. */
    private boolean isExecuted(Runnable work) {
        try {
            threads.execute(work);
            return true;
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    /**
     * Starts a call.
     *
     * @param work makes the call; returns whether the node has answered
     */
    public Call start(HostAndPort node, BooleanSupplier work) {
        Call call = new Call(nodes.computeIfAbsent(node, Node::new), work);
        if (!call.node.enter(call)) {
            return call;
        }
        if (!isExecuted(() -> call.node.run(call))) {
            call.end.complete(End.NO_THREAD);
            call.node.failed().forEach(stranded -> stranded.end.complete(End.NO_THREAD));
        }
        return call;
    }

    /**
     * The node that is the first to answer a {@code PING}.
     *
     * @throws JedisConnectionException if no node answers, with the reason for each node
     */
    HostAndPort firstToAnswer(Collection<HostAndPort> nodes) {
        CompletableFuture<HostAndPort> first = new CompletableFuture<>();
        Map<HostAndPort, String> failures = new ConcurrentSkipListMap<>(Comparator.comparing(HostAndPort::toString));
        nodes.forEach(node -> failures.put(node, "does not answer"));
        List<CompletableFuture<Void>> pings = new ArrayList<>();
        for (HostAndPort node : nodes) {
            pings.add(CompletableFuture.runAsync(() -> {
                try {
                    access.ping(node);
                    first.complete(node);
                } catch (JedisException e) {
                    failures.put(node, RedisErrors.withCause(e));
                }
            }, threads));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(pings.toArray(CompletableFuture[]::new));
        Waits.isDone(CompletableFuture.anyOf(first, all.handle((none, failure) -> none)),
                Math.max(FIRST.toNanos(), longestWait.toNanos()));
        if (!first.isDone()) {
            throw new JedisConnectionException("no node of the cluster answers: " + failures.entrySet().stream()
                    .map(failure -> failure.getKey() + " " + failure.getValue()).collect(Collectors.joining("; ")));
        }
        return first.join();
    }

    private Probe probe(Node node) {
        Probe added = new Probe(node);
        Probe known = node.probe.compareAndExchange(null, added);
        if (known != null) {
            return known;
        }
        if (!isExecuted(added::run)) {
            // without a thread the probe would never end
            node.probe.compareAndSet(added, null);
            added.verdict.complete(true);
        }
        return added;
    }

    /** Whether a node gets no calls because it does not answer. */
    public boolean isHung(HostAndPort node) {
        Node known = node == null ? null : nodes.get(node);
        return known != null && known.isHung();
    }

    /** Whether a node has answered a call late, within the last seconds. */
    boolean isAnySlow() {
        return anySlowUntil - nanoTime.getAsLong() > 0;
    }

    /** Whether this node has answered a call late, within the last seconds. */
    boolean isSlow(HostAndPort node) {
        Node known = node == null ? null : nodes.get(node);
        return known != null && known.times.isSlow();
    }

    boolean isAnyHung() {
        return nodes.values().stream().anyMatch(Node::isHung);
    }

    /** The failure of a command that was not sent. */
    static BrokerUnavailableException notSent(HostAndPort node, String command) {
        return new BrokerUnavailableException("node " + node + " of the cluster does not answer; " + command
                + " was not sent and is refused until the node answers again", null);
    }

    /** The failure of a command that was not sent, by the end of its call. */
    BrokerUnavailableException notSent(End end, HostAndPort node, String command) {
        String reason = switch (end) {
            case NO_ROOM -> "all " + limit + " connections that max-connections allows were in use for "
                    + longestWait.toMillis() + " ms";
            case NO_THREAD -> closed.getCount() == 0 ? "the connection is closed" : "there was no thread for it";
            default -> null;
        };
        return reason == null ? notSent(node, command)
                : new BrokerUnavailableException(command + " was not sent to node " + node + ": " + reason, null);
    }

    private static End result(CompletableFuture<End> ended) {
        try {
            return ended.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        threads.shutdown();
    }
}
