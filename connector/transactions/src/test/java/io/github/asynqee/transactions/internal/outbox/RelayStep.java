package io.github.asynqee.transactions.internal.outbox;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import jakarta.transaction.UserTransaction;

import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.StoreResult;

/** The moments between two steps of a relay. */
enum RelayStep {
    BEFORE_OPEN, BEFORE_STORE, AFTER_STORE, BEFORE_COMMIT, AFTER_COMMIT, AFTER_CLOSE;

    /** The same commands, with a hook at their steps. */
    static OutboxCommands commands(OutboxCommands redis, Consumer<RelayStep> at) {
        return new OutboxCommands() {
            @Override
            public Set<String> open(List<Opening> openings) {
                at.accept(BEFORE_OPEN);
                return redis.open(openings);
            }

            @Override
            public Optional<List<StoreResult>> store(Opening opening, List<Row> rows) {
                at.accept(BEFORE_STORE);
                Optional<List<StoreResult>> stored = redis.store(opening, rows);
                at.accept(AFTER_STORE);
                return stored;
            }

            @Override
            public void close(Opening opening) {
                redis.close(opening);
                at.accept(AFTER_CLOSE);
            }
        };
    }

    /** The same commands, except that rows are stored by something else. */
    static OutboxCommands storing(OutboxCommands redis,
            BiFunction<OutboxCommands.Opening, List<OutboxCommands.Row>, Optional<List<StoreResult>>> store) {
        return new OutboxCommands() {
            @Override
            public Set<String> open(List<Opening> openings) {
                return redis.open(openings);
            }

            @Override
            public Optional<List<StoreResult>> store(Opening opening, List<Row> rows) {
                return store.apply(opening, rows);
            }

            @Override
            public void close(Opening opening) {
                redis.close(opening);
            }
        };
    }

    /** The same transactions, with a hook at their commits. */
    static UserTransaction transaction(UserTransaction transaction, Consumer<RelayStep> at) {
        return (UserTransaction) Proxy.newProxyInstance(RelayStep.class.getClassLoader(),
                new Class<?>[]{ UserTransaction.class }, (proxy, method, arguments) -> {
                    boolean commit = method.getName().equals("commit");
                    if (commit) {
                        at.accept(BEFORE_COMMIT);
                    }
                    try {
                        Object result = method.invoke(transaction, arguments);
                        if (commit) {
                            at.accept(AFTER_COMMIT);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
