package io.github.asynqee.server.faults;

import java.sql.SQLException;

import io.github.asynqee.server.faults.app.Effects;
import redis.clients.jedis.RedisClient;

/** How many acknowledged tasks have not run yet, about, twice a second. */
final class Backlog implements AutoCloseable {

    private static final int INTERVAL_MILLIS = 500;

    private final Ledger ledger;
    private final RedisClient effects;
    private final Database database;
    private final int limit;
    private final Thread thread = new Thread(this::run, "backlog");
    private volatile boolean isLong;

    /** @param limit from which it is long */
    Backlog(Ledger ledger, RedisClient effects, Database database, int limit) {
        this.ledger = ledger;
        this.effects = effects;
        this.database = database;
        this.limit = limit;
    }

    void start() {
        thread.start();
    }

    boolean isLong() {
        return isLong;
    }

    private void run() {
        try {
            while (true) {
                isLong = ledger.acknowledged() - effects.hlen(Effects.RAN) - database.written() > limit;
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
