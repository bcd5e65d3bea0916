package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log is filtered by user, action, queue and time. */
class AuditResourceTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private TestConsole console;

    @BeforeEach
    void write() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
        write("ann", "task.run", "mails", Duration.ofHours(30));
        write("ann", "queue.pause", "billing", Duration.ofMinutes(30));
        write("bob", "task.delete", "mails", Duration.ofMinutes(5));
        write("bob", "alert.settings", null, Duration.ZERO);
    }

    private void write(String user, String action, String queue, Duration ago) {
        console.of("default").audit().write(new AuditEntry(null, Instant.now().minus(ago), user, action, null, queue,
                null, null, null, "done", null));
    }

    @AfterEach
    void close() {
        console.close();
    }

    private List<String> actions(String user, String action, String queue, String last) {
        AuditResource audit = new AuditResource();
        audit.console = console;
        return audit.list("default", user, action, queue, last, "", null).items().stream().map(AuditEntry::action)
                .toList();
    }

    @Test
    void entries_fit_all_parameters_that_are_not_empty() {
        assertThat(actions(null, null, null, null)).hasSize(4).startsWith("alert.settings");
        assertThat(actions("", "", "", "")).hasSize(4);
        assertThat(actions("AN", null, null, null)).containsExactly("queue.pause", "task.run");
        assertThat(actions(null, "task.", null, null)).containsExactly("task.delete", "task.run");
        assertThat(actions(null, null, "mail", null)).containsExactly("task.delete", "task.run");
        assertThat(actions(null, null, null, "24h")).containsExactly("alert.settings", "task.delete", "queue.pause");
        assertThat(actions("ann", "task", "mails", "7d")).containsExactly("task.run");
        assertThatThrownBy(() -> actions(null, null, null, "soon")).isInstanceOf(ProblemException.class);
    }
}
