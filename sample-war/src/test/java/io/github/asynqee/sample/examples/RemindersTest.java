package io.github.asynqee.sample.examples;

import static io.github.asynqee.testkit.assertion.AsynqAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.handle.Note;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.junit.AsynqTest;
import io.github.asynqee.testkit.worker.AsynqForTests;
import io.github.asynqee.testkit.worker.TaskRun;
import io.github.asynqee.testkit.worker.TaskRun.Outcome;
import io.github.asynqee.testkit.worker.TestWorker;
import io.github.asynqee.worker.GroupConfig;
import org.junit.jupiter.api.Test;

@AsynqTest
class RemindersTest {

    private final Task<WelcomeEmail> reminder = Task.of("reminder:send", new WelcomeEmail("me@example.com"))
            .queue("mails").header("order", "42").processIn(Duration.ofHours(24)).unique(Duration.ofHours(24));

    @Test
    void a_reminder_is_scheduled(AsynqForTests asynq) {
        asynq.client().enqueue(reminder);

        assertThat(asynq.queue("mails")).hasEnqueued(WelcomeEmail.class).withHeader("order", "42").once();
    }

    @Test
    void a_second_reminder_of_an_order_is_refused(AsynqClient client) {
        client.enqueue(reminder);

        assertThatThrownBy(() -> client.enqueue(reminder)).isInstanceOf(DuplicateTaskException.class);
    }

    @Test
    void a_reminder_is_sent_when_it_is_due(AsynqClient client, TestWorker worker, ManualClock clock) {
        List<String> sent = new ArrayList<>();
        worker.handle("mails", "reminder:", task -> sent.add(task.payload(WelcomeEmail.class).to()));
        client.enqueue(reminder);

        assertThat(worker.drain()).isEmpty();
        clock.advance(Duration.ofHours(24));
        assertThat(worker.drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED);
        assertThat(sent).containsExactly("me@example.com");
    }

    @Test
    void a_reminder_that_fails_is_sent_again(AsynqClient client, TestWorker worker, ManualClock clock) {
        worker.handle("mails", "reminder:", task -> {
            if (task.retried() == 0) {
                throw new IllegalStateException("mail server is down");
            }
        });
        client.enqueue(reminder);

        clock.advance(Duration.ofHours(24));
        TaskRun failed = worker.drain().get(0);
        assertThat(failed.error()).hasMessage("mail server is down");
        clock.set(failed.task().nextProcessAt());
        assertThat(worker.drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED);
    }

    @Test
    void notes_of_a_user_become_one_mail(AsynqClient client, TestWorker worker, ManualClock clock) {
        List<String> mails = new ArrayList<>();
        GroupConfig users = new GroupConfig("user-", Duration.ofSeconds(30), Duration.ofMinutes(10), 100);
        worker.handleGroups("notes", users,
                group -> mails.add(group.payloads(Note.class).size() + " notes for " + group.group()));
        client.enqueue(Task.of("note", new Note("one")).queue("notes").group("user-42"));
        client.enqueue(Task.of("note", new Note("two")).queue("notes").group("user-42"));

        assertThat(worker.drain()).isEmpty();
        clock.advance(Duration.ofSeconds(30));
        assertThat(worker.drain()).extracting(TaskRun::outcome).containsExactly(Outcome.COMPLETED, Outcome.COMPLETED);
        assertThat(mails).containsExactly("2 notes for user-42");
    }
}
