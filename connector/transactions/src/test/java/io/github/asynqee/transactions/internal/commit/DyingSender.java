package io.github.asynqee.transactions.internal.commit;

import java.sql.Connection;
import java.sql.Statement;

import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.transactions.database.DyingProcess;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;

/** A process that writes a row, sends a task in the same transaction, and is killed at a step. */
final class DyingSender {

    /** When it dies. */
    enum Step {
        BEFORE_COMMIT, AFTER_COMMIT, AFTER_STORE
    }

    private DyingSender() {}

    /** Runs the process until it is dead. */
    static void run(TestDatabase database, String redis, String queue, Step step) throws Exception {
        DyingProcess.run(DyingSender.class, database.kind().name(), database.url(), redis, queue, step.name());
    }

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[4]);
        TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();
        EnlistingDataSource database = new EnlistingDataSource(
                TestDatabase.dataSource(TestDatabase.Kind.valueOf(arguments[0]), arguments[1]), manager, registry);
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(arguments[2]));
        DefaultAsynqClient immediate = DefaultAsynqClient.of(broker);
        AfterCommitClient client = new AfterCommitClient(immediate, new CurrentTransaction(() -> registry));
        manager.begin();
        try (Connection connection = database.getConnection(); Statement insert = connection.createStatement()) {
            insert.executeUpdate("INSERT INTO effects (task) VALUES ('" + step + "')");
        }
        // registered before and after the client's synchronization, because the order of their calls is unspecified
        registry.registerInterposedSynchronization(afterCommit(step));
        client.enqueueAsync(Task.of("mail", step.name()).queue(arguments[3]))
                .thenRun(() -> dieAt(Step.AFTER_STORE, step)).toCompletableFuture();
        registry.registerInterposedSynchronization(afterCommit(step));
        // when the barrier is stored, a task that did not wait for the commit is in Redis
        immediate.enqueue(Task.of("barrier", "").queue(arguments[3]));
        dieAt(Step.BEFORE_COMMIT, step);
        manager.commit();
        // the task is stored by another thread
        Thread.currentThread().join();
    }

    private static Synchronization afterCommit(Step step) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                // still before the commit
            }

            @Override
            public void afterCompletion(int status) {
                dieAt(Step.AFTER_COMMIT, step);
            }
        };
    }

    private static void dieAt(Step here, Step step) {
        if (here == step) {
            DyingProcess.die();
        }
    }
}
