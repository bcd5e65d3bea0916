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
 * Keeps relays with different Redis servers away from the tables of one outbox: a row does not name its Redis, and would be
 * stored in either. Relays name their Redis in the tables, again and again. One that finds the name of another Redis there
 * stores nothing; it takes the tables over when that name is not renewed any more, as after Redis was replaced.
 */
final class OutboxOwner {

    static final Duration INTERVAL = Duration.ofSeconds(10);
    /** The same as long as Redis does not answer. */
    private static final Duration RETRY = Duration.ofSeconds(2);
    /** Time after which a name is given up that was never renewed under the eyes of this relay. */
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** The same for one that was: the other application may be restarted. */
    static final Duration LONG_PATIENCE = Duration.ofMinutes(2);

    private static final Logger LOG = System.getLogger(OutboxOwner.class.getName());
    /** A mark: a random number, a blank, the host with dots behind it. */
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
     * @param host the name of this host; asked for once, which may block
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

    /** Why tasks cannot be sent: an application with another Redis is at work on the tables. {@code null} if none is. */
    @Nullable
    String problem() {
        return problem;
    }

    /**
     * Whether rows are to be stored by relays with this Redis. As long as that cannot be found out, they are.
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
            LOG.log(Level.DEBUG, "Redis is away, and with it its identity", e);
            attempted = now - INTERVAL.minus(RETRY).toNanos();
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, "the identity of Redis cannot be read", e);
            attempted = now;
        }
        // the name is renewed while Redis is away, too: another application would store the rows that wait
        return own && renewed != null;
    }

    private boolean look(long now) throws Exception {
        Optional<Owner> found = table.owner();
        if (found.isEmpty()) {
            return true;
        }
        String known = found.get().redis();
        // a Redis that has lost its data has another identity for the processes that have used it before, too
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
        String last = "its tables are those of an application with another Redis, last seen on host " + host(found);
        if (other == null) {
            LOG.log(Level.INFO, property + ": " + last + ". If that does not use them in the next "
                    + PATIENCE.toSeconds() + " s, this application does");
            return;
        }
        atWork = true;
        problem = property + ": " + last + ". A row does not name its Redis, and would be stored in either: each Redis "
                + "needs tables of its own, outbox.table=<name>";
    }

    private String mark() {
        if (hostOfMarks == null) {
            hostOfMarks = (host.get() + ".".repeat(HOST)).replaceAll("[^!-~]", "?").substring(0, HOST);
        }
        return String.format(Locale.ROOT, "%08x %s", UUID.randomUUID().hashCode(), hostOfMarks);
    }

    /** The dots at the end fill the mark. */
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

    /** Lets applications with another Redis have the tables at once, unless another node with this one is at work. */
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
