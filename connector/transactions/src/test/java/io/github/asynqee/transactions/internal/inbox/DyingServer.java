package io.github.asynqee.transactions.internal.inbox;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.transactions.database.DyingProcess;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;

/** A process that handles the task 1 of the queue q and is killed at a step. */
final class DyingServer {

    /** When it dies. */
    enum Step {
        AFTER_BEGIN, IN_HANDLER, BEFORE_COMMIT, AFTER_COMMIT
    }

    private DyingServer() {}

    /** Runs the process until it is dead. */
    static void run(TestDatabase database, Step step) throws IOException, InterruptedException {
        DyingProcess.run(DyingServer.class, database.kind().name(), database.url(), step.name());
    }

    public static void main(String[] arguments) throws Exception {
        Step step = Step.valueOf(arguments[2]);
        EnlistingDataSource database = new EnlistingDataSource(
                TestDatabase.dataSource(TestDatabase.Kind.valueOf(arguments[0]), arguments[1]),
                com.arjuna.ats.jta.TransactionManager.transactionManager(),
                new TransactionSynchronizationRegistryImple());
        new InboxTransaction(dying(step), new Inbox(database, Clock.systemUTC(), Duration.ofDays(7)),
                new InboxMetrics("bookings")).call(
                        new InboxTask("q", "1", List.of(), 0), 60, () -> false, () -> {
                            try (Connection connection = database.getConnection();
                                    Statement statement = connection.createStatement()) {
                                statement.executeUpdate("INSERT INTO effects (task) VALUES ('q 1')");
                            }
                            dieAt(Step.IN_HANDLER, step);
                            return null;
                        });
    }

    private static UserTransaction dying(Step step) {
        UserTransaction transaction = com.arjuna.ats.jta.UserTransaction.userTransaction();
        return (UserTransaction) Proxy.newProxyInstance(DyingServer.class.getClassLoader(),
                new Class<?>[]{ UserTransaction.class }, (proxy, method, values) -> {
                    if (method.getName().equals("commit")) {
                        dieAt(Step.BEFORE_COMMIT, step);
                    }
                    Object result;
                    try {
                        result = method.invoke(transaction, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (method.getName().equals("begin")) {
                        dieAt(Step.AFTER_BEGIN, step);
                    } else if (method.getName().equals("commit")) {
                        dieAt(Step.AFTER_COMMIT, step);
                    }
                    return result;
                });
    }

    private static void dieAt(Step here, Step step) {
        if (here == step) {
            DyingProcess.die();
        }
    }
}
