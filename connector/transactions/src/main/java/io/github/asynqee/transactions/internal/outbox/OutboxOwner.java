package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.registry.OutboxRegistry;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.transactions.internal.outbox.OutboxTable.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Prevents relays with different Redis servers from sharing the tables of an outbox. A row does not name its Redis,
 * so either relay would store it. Relays periodically write the identity of their Redis into the tables. A relay that
 * finds another identity stores nothing. It takes over the tables when that identity is no longer renewed, for
 * example after Redis was replaced.
 */
final class OutboxOwner {

    static final Duration INTERVAL = Duration.ofSeconds(10);
    /** Interval while Redis does not answer. */
    private static final Duration RETRY = Duration.ofSeconds(2);
    /** How long to wait before taking over from an owner that this relay has never seen renew its claim. */
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** How long to wait if this relay has seen a renewal, because the other application may only be restarting. */
    static final Duration LONG_PATIENCE = Duration.ofMinutes(2);

    private static final Logger LOG = System.getLogger(OutboxOwner.class.getName());
    /** A mark consists of a random number and a blank (9 characters), and the host name padded with dots. */
    private static final int NUMBER = 9;
    private static final int HOST = 27;

    private final String property;
    private final OutboxTable table;
    private final OutboxRegistry redis;
    private final Transactions transactions;
    private final Supplier<String> host;
    private final LongSupplier nanoTime;
    private String identity = UUID.randomUUID().toString();
    private boolean own = true;
    private @Nullable String hostOfMarks;
    private @Nullable Owner renewed;
    private @Nullable Owner other;
    private boolean atWork;
    private long since;
    private long attempted;
    private volatile @Nullable String problem;

    /**
     * @param property the property with its value, for messages
     * @param host supplies the name of this host; called once, and may block
     */
    OutboxOwner(String property, OutboxTable table, OutboxRegistry redis, Transactions transactions,
            Supplier<String> host, LongSupplier nanoTime) {
        this.property = property;
        this.table = table;
        this.redis = redis;
        this.transactions = transactions;
        this.host = host;
        this.nanoTime = nanoTime;
        this.attempted = nanoTime.getAsLong() - INTERVAL.toNanos();
    }

    /**
     * Returns a message if an application with another Redis uses the tables, so that tasks cannot be sent; else
     * {@code null}.
     */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Returns whether relays with this Redis may store rows. While this is unknown, the last known answer holds,
     * initially true.
     *
     * @throws Exception if the database cannot be used
     */
    boolean isOwn() throws Exception {
        long now = nanoTime.getAsLong();
        if (own && now - attempted < INTERVAL.toNanos()) {
            return true;
        }
        if (!isIdentified(now)) {
            return own;
        }
        own = transactions.call(() -> look(now));
        attempted = now;
        if (own) {
            other = null;
            atWork = false;
            problem = null;
        }
        return own;
    }

    private boolean isIdentified(long now) {
        try {
            identity = redis.identity(identity);
            return true;
        } catch (BrokerUnavailableException e) {
            LOG.log(Level.DEBUG, "Redis is unreachable, so its identity cannot be read", e);
            attempted = now - INTERVAL.minus(RETRY).toNanos();
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, "the identity of Redis cannot be read", e);
            attempted = now;
        }
        // keep renewing the claim while Redis is unreachable; otherwise another application would store the waiting
        // rows
        return own && renewed != null;
    }

    private boolean look(long now) throws Exception {
        Optional<Owner> found = table.owner();
        if (found.isEmpty()) {
            return true;
        }
        String known = found.get().redis();
        // a Redis that has lost its data has a new identity, also for processes that have used it before
        boolean same = identity.equals(known) || renewed != null && Objects.equals(renewed.redis(), known);
        if (!same && !isGone(found.get(), now)) {
            return false;
        }
        Owner next = new Owner(identity, mark());
        boolean replaced = table.replace(found.get(), next);
        if (replaced) {
            renewed = next;
        }
        return same || replaced;
    }

    private boolean isGone(Owner found, long now) {
        if (!found.equals(other)) {
            if (found.redis() != null) {
                found(found);
            }
            other = found;
            since = now;
        }
        Duration patience = atWork ? LONG_PATIENCE : found.redis() == null ? Duration.ZERO : PATIENCE;
        return now - since >= patience.toNanos();
    }

    private void found(Owner found) {
        if (problem != null) {
            return;
        }
        String last = "its tables belong to an application with another Redis, last seen on host " + host(found);
        if (other == null) {
            LOG.log(Level.INFO, property + ": " + last + ". If it does not use them within "
                    + PATIENCE.toSeconds() + " s, this application takes them over");
            return;
        }
        atWork = true;
        problem = property + ": " + last + ". Tables cannot be shared because a row does not name its Redis: give each "
                + "Redis its own tables with outbox.table=<name>";
    }

    private String mark() {
        if (hostOfMarks == null) {
            hostOfMarks = (host.get() + ".".repeat(HOST)).replaceAll("[^!-~]", "?").substring(0, HOST);
        }
        return String.format(Locale.ROOT, "%08x %s", UUID.randomUUID().hashCode(), hostOfMarks);
    }

    /** Returns the host of a mark, without the padding. */
    private static String host(Owner owner) {
        if (owner.mark() == null) {
            return "?";
        }
        String host = owner.mark().substring(NUMBER);
        int end = host.length();
        while (end > 0 && host.charAt(end - 1) == '.') {
            end--;
        }
        return host.substring(0, end);
    }

    /**
     * Gives up the claim, so that applications with another Redis can use the tables, unless another node has renewed
     * it.
     */
    void release() {
        Owner mine = renewed;
        if (mine == null) {
            return;
        }
        try {
            transactions.call(() -> table.replace(mine, new Owner(null, null)));
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "the tables of the outbox keep the name of this Redis for a while", e);
        }
    }
}
