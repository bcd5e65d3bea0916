package io.github.asynqee.transactions.internal.outbox;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.transactions.database.DyingProcess;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;

/** A process that relays the rows of an outbox and is killed at a step. */
final class DyingRelay {

    private DyingRelay() {}

    /** Runs the process until it is dead. */
    static void run(TestDatabase database, String redis, RelayStep step) throws Exception {
        DyingProcess.run(DyingRelay.class, database.kind().name(), database.url(), redis, step.name());
    }

    public static void main(String[] arguments) throws Exception {
        RelayStep step = RelayStep.valueOf(arguments[3]);
        AtomicBoolean opened = new AtomicBoolean();
        Consumer<RelayStep> at = here -> {
            opened.compareAndSet(false, here == RelayStep.BEFORE_OPEN);
            // earlier commits only belong to reads
            if (here == step && opened.get()) {
                DyingProcess.die();
            }
        };
        EnlistingDataSource database = new EnlistingDataSource(
                TestDatabase.dataSource(TestDatabase.Kind.valueOf(arguments[0]), arguments[1]),
                com.arjuna.ats.jta.TransactionManager.transactionManager(),
                new TransactionSynchronizationRegistryImple());
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(arguments[2]))) {
            new OutboxRelay(RelayStep.transaction(com.arjuna.ats.jta.UserTransaction.userTransaction(), at),
                    new OutboxTable(() -> database, "asynq_outbox", Clock.systemUTC()),
                    RelayStep.commands(broker.outboxCommands(Durability.MEMORY), at),
                    new OutboxShards(broker.shards(), Map.of()), broker.clock(), () -> true).relay();
        }
    }
}
