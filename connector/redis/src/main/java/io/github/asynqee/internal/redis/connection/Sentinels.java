package io.github.asynqee.internal.redis.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.EngineThread;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.SentinelKeyword;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Knows the master that the Sentinels announce. Queries the Sentinels instead of subscribing, because a subscription
 * that has silently died looks like a subscription without news. Normally it queries one Sentinel each second, in turn.
 * It queries all Sentinels at the same time at first, when one names another master or does not answer, and soon after
 * a command has failed at the master.
 */
final class Sentinels implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Sentinels.class.getName());
    private static final String NAME = "asynq-sentinels";
    private static final long INTERVAL_MILLIS = 1_000;
    private static final long SHORTEST_MILLIS = 250;
    /** How long to wait for the other Sentinels when more than half of them have answered. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long most Sentinels must name an older master: a Sentinel hears of a fail-over within a second. */
    static final Duration BELIEVED = Duration.ofMillis(1_500);

    private final RedisConfig config;
    private final LongSupplier nanoTime;
    private final List<Sentinel> sentinels = new ArrayList<>();
    private final Duration limit;
    private volatile HostAndPort master;
    /** The number of fail-overs that the Sentinels had seen when they named the current master. */
    private long epoch;
    /** The time since which most Sentinels name a master with a lower epoch; {@code null} if they do not. */
    private Long olderSince;
    private long lastLook;
    private volatile boolean suspect;
    private final Semaphore wakeups = new Semaphore(0);
    private final CountDownLatch ended = new CountDownLatch(1);
    /** Index of the next Sentinel to query; used only by the watch. */
    private int turn;

    /** @param config names the Sentinels and the master */
    Sentinels(RedisConfig config) {
        this(config, System::nanoTime);
    }

    Sentinels(RedisConfig config, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.config = config;
        this.limit = ClientConfigs.longestProbe(config);
        config.hosts().forEach(host -> sentinels.add(new Sentinel(ClientConfigs.address(host))));
    }

    /** The answer of one Sentinel. The answer with the highest epoch knows the latest fail-over. */
    private record Answer(Sentinel from, HostAndPort master, long epoch, String failure) {}

    /** One Sentinel; queried by one thread at a time. */
    private final class Sentinel {

        private final HostAndPort address;
        private final AtomicBoolean busy = new AtomicBoolean();
        private volatile Connection connection;

        Sentinel(HostAndPort address) {
            this.address = address;
        }

        /** Queries the Sentinel, unless an earlier query is not answered yet. */
        Answer ask() {
            if (!busy.compareAndSet(false, true)) {
                return new Answer(this, null, 0, "does not answer");
            }
            try {
                Connection open = connected();
                List<?> named = (List<?>) open.executeCommand(sentinel(SentinelKeyword.GET_MASTER_ADDR_BY_NAME));
                if (named == null) {
                    return new Answer(this, null, 0, "knows no master \"" + config.master() + "\"");
                }
                HostAndPort answer = new HostAndPort(Replies.text(named.get(0)),
                        Integer.parseInt(Replies.text(named.get(1))));
                return new Answer(this, answer, epoch(open), null);
            } catch (JedisDataException e) {
                return new Answer(this, null, 0, String.valueOf(e.getMessage()));
            } catch (JedisException e) {
                disconnect();
                return new Answer(this, null, 0, RedisErrors.withCause(e));
            } catch (RuntimeException e) {
                disconnect();
                return new Answer(this, null, 0, "does not reply like a Sentinel: " + e);
            } finally {
                busy.set(false);
                if (isClosed()) {
                    disconnect();
                }
            }
        }

        private Connection connected() {
            Connection open = connection;
            if (open == null || open.isBroken()) {
                open = new Connection(address, ClientConfigs.ofSentinelProbes(config));
                connection = open;
                open.connect();
            }
            return open;
        }

        /** The number of fail-overs that the Sentinel has seen; 0 if the user lacks the permission to read it. */
        private long epoch(Connection open) {
            try {
                List<?> fields = (List<?>) open.executeCommand(sentinel(SentinelKeyword.MASTER));
                for (int i = 0; i + 1 < fields.size(); i += 2) {
                    if (Replies.text(fields.get(i)).equals("config-epoch")) {
                        return Long.parseLong(Replies.text(fields.get(i + 1)));
                    }
                }
                return 0;
            } catch (JedisDataException e) {
                return 0;
            }
        }

        /** Queries a Sentinel on a separate connection; empty if it is unreachable or refuses the command. */
        OptionalInt replicas() {
            try (Connection own = new Connection(address, ClientConfigs.ofSentinels(config))) {
                own.connect();
                return OptionalInt.of(Replies.list(own.executeCommand(sentinel(SentinelKeyword.REPLICAS))).size());
            } catch (JedisException e) {
                return OptionalInt.empty();
            }
        }

        private CommandArguments sentinel(SentinelKeyword question) {
            return new CommandArguments(Command.SENTINEL).add(question).add(config.master());
        }

        /**
         * Disconnects the Sentinel permanently. A query in progress may connect once more, and disconnects at its end.
         */
        void disconnect() {
            Connection open = connection;
            try {
                if (open != null) {
                    open.setBroken();
                    open.disconnect();
                }
            } catch (JedisException e) {
                // the connection was broken
                return;
            }
        }
    }

    /**
     * The master. Asks the Sentinels the first time.
     *
     * @throws JedisConnectionException if none of them names a master
     */
    HostAndPort master() {
        return master != null ? master : firstMaster();
    }

    private synchronized HostAndPort firstMaster() {
        if (master == null && isClosed()) {
            throw new JedisException("the connection is closed");
        }
        if (master == null) {
            List<Answer> answers = askAll();
            Answer best = best(answers);
            if (best == null) {
                throw new JedisConnectionException("no Sentinel names a master \"" + config.master() + "\": " + answers
                        .stream().map(answer -> answer.from().address + " " + answer.failure())
                        .collect(Collectors.joining("; ")));
            }
            // the watch is started first, because there may be no memory for its thread, and without the watch no
            // master is known
            EngineThread.of(Sentinels::thread, NAME, () -> EngineThread.loop(NAME, this::isClosed, this::watch))
                    .start();
            epoch = best.epoch();
            master = best.master();
        }
        return master;
    }

    /** Number of replicas known to a Sentinel, including unreachable replicas; empty if none answers. */
    OptionalInt replicas() {
        return sentinels.stream().map(Sentinel::replicas).filter(OptionalInt::isPresent).findFirst()
                .orElse(OptionalInt.empty());
    }

    /** A command has failed at the master. There may be another master now. Returns at once. */
    void suspectMaster() {
        if (master != null && !suspect) {
            suspect = true;
            wakeups.release();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, NAME, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Sentinels.class.getClassLoader());
        return thread;
    }

    /** Queries the master once, and pauses. */
    private void watch() throws InterruptedException {
        boolean suspected = suspect;
        suspect = false;
        Answer one = suspected ? null : sentinels.get(turn++ % sentinels.size()).ask();
        if (one == null || !Objects.equals(master, one.master())) {
            look(suspected);
        }
        // the minimum pause limits the queries while the master is unreachable; the rest of the pause is only made if
        // there is no problem
        if (!ended.await(SHORTEST_MILLIS, TimeUnit.MILLISECONDS)
                && wakeups.tryAcquire(INTERVAL_MILLIS - SHORTEST_MILLIS, TimeUnit.MILLISECONDS)) {
            wakeups.drainPermits();
        }
    }

    /**
     * Looks for another master now, because the current master has refused a command as a replica does.
     *
     * @return whether there is another master
     */
    boolean isReplaced(HostAndPort former) {
        if (former.equals(master)) {
            look(true);
        }
        return !former.equals(master);
    }

    private synchronized void look(boolean suspected) {
        long now = nanoTime.getAsLong();
        if (suspected && now - lastLook < TimeUnit.MILLISECONDS.toNanos(SHORTEST_MILLIS)) {
            return;
        }
        decide(askAll(), suspected, now);
        lastLook = nanoTime.getAsLong();
    }

    /**
     * Decides which master to use. One Sentinel may be out of date. Therefore, if at most half of the Sentinels have
     * answered, only a failing master is replaced, and only by a master with at least the same epoch.
     */
    private void decide(List<Answer> answers, boolean suspected, long begin) {
        boolean most = 2 * answers.stream().filter(answer -> answer.master() != null).count() > sentinels.size();
        Answer best = best(answers);
        if (best == null || !most && (!suspected || best.epoch() < epoch) || !isBelieved(best, begin)) {
            return;
        }
        epoch = best.epoch();
        if (!best.master().equals(master)) {
            FailureLog.write(LOG, Level.INFO, "The Sentinels of \"{0}\" name another master: {1} instead of {2}",
                    config.master(),
                    best.master(), master);
            master = best.master();
        }
    }

    /**
     * Whether an answer is believed. The Sentinel that has performed a fail-over names the new master first, and may be
     * unreachable later. A master with a lower epoch is believed later, because new Sentinels count from zero.
     */
    private boolean isBelieved(Answer best, long begin) {
        if (best.epoch() >= epoch) {
            olderSince = null;
            return true;
        }
        if (olderSince == null) {
            olderSince = nanoTime.getAsLong();
        }
        // an answer may be as old as the query
        return begin - olderSince >= BELIEVED.toNanos();
    }

    /**
     * The answer with the highest epoch. Among several such answers, the answer of most Sentinels; among these, the
     * answer that names the current master. {@code null} if there is no answer.
     */
    private Answer best(List<Answer> answers) {
        return answers.stream().filter(answer -> answer.master() != null)
                .max(Comparator.comparingLong(Answer::epoch).thenComparingLong(answer -> answers.stream()
                        .filter(other -> Objects.equals(answer.master(), other.master())).count())
                        .thenComparing(answer -> answer.master().equals(master)))
                .orElse(null);
    }

    /** Queries all Sentinels at the same time; a Sentinel that does not answer in time has a failure. */
    private List<Answer> askAll() {
        BlockingQueue<Answer> received = new LinkedBlockingQueue<>();
        for (Sentinel sentinel : sentinels) {
            EngineThread.of(Sentinels::thread, "asynq-sentinel-question", () -> received.add(sentinel.ask())).start();
        }
        List<Answer> answers = new ArrayList<>();
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (answers.size() < sentinels.size()) {
                Answer next = received.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    break;
                }
                answers.add(next);
                long named = answers.stream().filter(answer -> answer.master() != null).count();
                if (named * 2 > sentinels.size()) {
                    end = Math.min(end, System.nanoTime() + GRACE_NANOS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Sentinel sentinel : sentinels) {
            if (answers.stream().noneMatch(answer -> answer.from() == sentinel)) {
                answers.add(new Answer(sentinel, null, 0, "does not answer"));
            }
        }
        answers.sort(Comparator.comparing(answer -> sentinels.indexOf(answer.from())));
        return answers;
    }

    private boolean isClosed() {
        return ended.getCount() == 0;
    }

    @Override
    public void close() {
        ended.countDown();
        wakeups.release();
        sentinels.forEach(Sentinel::disconnect);
    }
}
