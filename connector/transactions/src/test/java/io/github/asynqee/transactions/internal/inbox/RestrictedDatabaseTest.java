package io.github.asynqee.transactions.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An inbox whose user may not do everything, or whose database is away. */
class RestrictedDatabaseTest {

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();

    private int calls;

    private void deliver(InboxTransaction handling) throws Exception {
        handling.call(new InboxTask("q", "1", List.of(), 0), 60, () -> false, () -> calls++);
    }

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB" })
    void a_task_is_not_handled_until_the_user_has_its_rights(TestDatabase.Kind kind) throws Exception {
        try (TestDatabase database = TestDatabase.start(kind)) {
            Inbox inbox = new Inbox(new EnlistingDataSource(database.limited(), MANAGER,
                    new TransactionSynchronizationRegistryImple()), Clock.systemUTC(), Duration.ofDays(1));
            InboxTransaction handling = new InboxTransaction(USER, inbox, new InboxMetrics("c"));
            assertThatThrownBy(inbox::create).isInstanceOf(SQLException.class).hasMessageContaining("denied")
                    .hasMessageContaining("inbox.create=true could not create it");
            database.createLimited("inbox");

            assertThatThrownBy(inbox::create).hasMessageContaining("denied");
            assertThatThrownBy(handling::problem).hasMessageContaining("denied");
            assertThatThrownBy(() -> deliver(handling)).hasMessageContaining("denied");
            database.grantLimited("asynq_inbox", "INSERT, SELECT");
            database.network().cut();
            assertThatThrownBy(() -> deliver(handling)).isInstanceOf(SQLException.class);
            assertThat(calls).isZero();

            database.network().heal();
            assertThat(handling.problem()).isEmpty();
            deliver(handling);
            deliver(handling);
            assertThat(calls).isEqualTo(1);
        }
    }
}
