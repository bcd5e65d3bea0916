package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.metrics.OutboxMetrics;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.service.ServerIdentity;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxReport;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.jspecify.annotations.Nullable;

/** The outbox of an application in one database, for one Redis, and the thread that relays its rows. */
public final class Outbox {

    /** Interval between searches for rows of other nodes and for rows that could not be stored. */
    static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
    private static final Duration BACKLOG_INTERVAL = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(Outbox.class.getName());

    private final Broker broker;
    private final OutboxConfig config;
    private final OutboxTable table;
    private final OutboxCheck check;
    private final OutboxOwner owner;
    private final OutboxRelay relay;
    private final Transactions transactions;
    private final OutboxMetrics metrics;
    private final OutboxPublisher publisher;
    private final FailureLog failures = new FailureLog(LOG);
    private final ThreadFactory threads;
    private final PeriodicThread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Backlog backlog = Backlog.NONE;
    private volatile @Nullable String problem;
    private long backlogRead = System.nanoTime() - BACKLOG_INTERVAL.toNanos();

    /**
     * Creates the outbox.
     *
     * @param target the Redis connection and configuration
     * @param dataSource supplies the database with the tables
     * @param transaction the transactions of the server
     */
    public Outbox(OutboxTarget target, DataSourceSupplier dataSource, UserTransaction transaction) {
        this.broker = target.broker();
        this.config = target.config();
        this.table = new OutboxTable(dataSource, config.table(), broker.clock());
        this.check = new OutboxCheck(config.property(), dataSource, table, transaction, config.create());
        this.transactions = new Transactions(transaction, 0);
        this.owner = new OutboxOwner(config.property(), table, broker.outboxes(), transactions,
                () -> ServerIdentity.create(broker.clock().instant()).host(), System::nanoTime);
        this.relay = new OutboxRelay(transaction, table, broker.outboxCommands(target.durability()),
                new OutboxShards(broker.shards(), target.shards()), broker.clock(), owner::isOwn);
        this.metrics = new OutboxMetrics(config.dataSource(), () -> backlog.rows(), () -> backlog.age().toSeconds(),
                () -> backlog.setAside());
        broker.metrics().add(metrics);
        this.publisher = new OutboxPublisher(broker.outboxes(), config.label(), broker.clock());
        this.threads = target.threads();
        this.thread = PeriodicThread.of("asynq-outbox", POLL_INTERVAL, threads, new PeriodicJob() {
            @Override
            public Duration runOnce() {
                return Outbox.this.runOnce();
            }

            @Override
            public void end() {
                Outbox.this.end();
            }
        });
    }

    /** Starts the relay; a second call has no effect. */
    public void start() {
        if (started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /**
     * Starts publishing the state of this outbox.
     *
     * @param application the name of the application
     */
    public void publishAs(String application) {
        publisher.start(application);
    }

    /**
     * Stops the relay after it has stored its current rows.
     *
     * @param time how long to wait for the thread
     */
    public void stop(StopTime time) {
        relay.stop();
        thread.stop(time.unless(broker::isSilent));
    }

    /** @return the state of the outbox */
    public OutboxReport report() {
        Backlog last = backlog;
        return new OutboxReport(config.label(), config.table(), problem, last.rows(), last.age(), last.setAside());
    }

    /** Makes the relay search for rows now. */
    void wake() {
        thread.wake();
    }

    /**
     * Gives up the claim to the tables, and removes the published state. Runs on the relay's thread, because Redis may
     * not answer.
     */
    void end() {
        owner.release();
        publisher.stop();
    }

    /** Searches for rows and stores them; returns the pause until the next search. */
    Duration runOnce() {
        Duration rest = relay();
        publisher.publish(problem);
        return rest;
    }

    private Duration relay() {
        String found = check.run();
        if (found != null) {
            return unusable(found);
        }
        try {
            readBacklog();
            if (!owner.isOwn()) {
                return owner.problem() == null ? POLL_INTERVAL : unusable(owner.problem());
            }
            boolean more = relay.relay();
            problem = null;
            failures.succeeded(config);
            return more ? Duration.ZERO : POLL_INTERVAL;
        } catch (Exception e) {
            problem = "cannot store rows; retrying: " + e.getMessage();
            failures.failed(config, e, () -> "outbox " + config.label() + ": " + problem);
            metrics.failed();
            return POLL_INTERVAL;
        }
    }

    private Duration unusable(String found) {
        if (!found.equals(problem)) {
            LOG.log(Level.ERROR, found);
        }
        problem = found;
        metrics.failed();
        return POLL_INTERVAL;
    }

    private void readBacklog() throws Exception {
        long now = System.nanoTime();
        if (now - backlogRead >= BACKLOG_INTERVAL.toNanos()) {
            backlogRead = now;
            backlog = transactions.call(table::backlog);
            publisher.read(backlog);
        }
    }

    /** Writes the row of a task in the transaction of this thread; returns the sequence number of the row. */
    long add(ComposedTask task) {
        requireUsable(task);
        try {
            return table.add(task.stored());
        } catch (SQLException e) {
            throw notWritten(task, e);
        }
    }

    /** Writes the row of a task in a separate transaction. */
    void addAlone(ComposedTask task) {
        requireUsable(task);
        OutboxTable.Added row;
        try {
            row = transactions.call(() -> table.addMarked(task.stored()), threads);
        } catch (HeuristicMixedException | SystemException e) {
            throw unknown(task, e);
        } catch (Exception e) {
            throw notWritten(task, e);
        }
        if (!isCommitted(task, row)) {
            throw notWritten(task, new IllegalStateException(
                    "the server has reported the commit, but the database has rolled it back"));
        }
        wake();
    }

    /** Checks a reported commit: the connection may have broken before the database received it. */
    private boolean isCommitted(ComposedTask task, OutboxTable.Added row) {
        try {
            return transactions.call(() -> table.has(row.seq()) || table.isRelayed(row), threads);
        } catch (Exception e) {
            throw unknown(task, e);
        }
    }

    private static EnqueueAmbiguousException unknown(ComposedTask task, Exception e) {
        return new EnqueueAmbiguousException("task " + task.info().id() + " of type \"" + task.info().type()
                + "\" in queue \"" + task.info().queue() + "\" may or may not be enqueued: the outcome of its"
                + " transaction is unknown: " + e, e);
    }

    /** Whether the transaction of this thread sees a row. */
    boolean has(long seq) throws SQLException {
        return table.has(seq);
    }

    private void requireUsable(ComposedTask task) {
        // the application may send a task while it starts
        start();
        String missing = check.problem() == null ? owner.problem() : check.problem();
        if (missing != null) {
            throw new EnqueueException(CurrentTransaction.notEnqueued(task.info()) + missing, null);
        }
    }

    private static EnqueueException notWritten(ComposedTask task, Exception e) {
        return new EnqueueException(CurrentTransaction.notEnqueued(task.info())
                + "its row cannot be written to the outbox: " + e.getMessage(), e);
    }
}
