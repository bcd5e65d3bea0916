package io.github.asynqee.testkit.assertion;

import static io.github.asynqee.testkit.assertion.AsynqAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.testkit.WelcomeEmail;
import io.github.asynqee.testkit.junit.AsynqTest;
import io.github.asynqee.testkit.worker.AsynqForTests;
import org.junit.jupiter.api.Test;

@AsynqTest(now = "2026-01-31T12:00:00Z")
class QueueAssertTest {

    private static final WelcomeEmail MAIL = new WelcomeEmail("me@example.com");

    /** Another payload. */
    public static final class Order {
        public int number = 42;
    }

    @Test
    void a_task_is_found_by_all_that_it_has(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("email:welcome", MAIL).queue("mails").id("w").header("a", "b")
                .processIn(Duration.ofHours(1)));
        asynq.client().enqueue(Task.of("order:new", new Order()).queue("mails"));

        assertThat(assertThat(asynq.queue("mails")).hasSize(2).hasEnqueued(WelcomeEmail.class).withHeader("a", "b")
                .withType("email:welcome").withId("w").withPayload(MAIL).inState(TaskState.SCHEDULED)
                .dueAt(asynq.clock().instant().plusSeconds(3600)).once().info().id()).isEqualTo("w");
        assertThat(asynq.queue("mails")).hasEnqueued("order:new").withPayload(new Order()).times(1);
        assertThat(asynq.queue("mails")).hasNotEnqueued("order:old").hasNotEnqueued(Integer.class);
        assertThat(asynq.queue("none")).isEmpty();
    }

    @Test
    void a_failure_shows_what_was_there_instead(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("email:welcome", MAIL).queue("mails").id("w").header("a", "c"));
        asynq.client().enqueue(Task.of("order:new", new Order()).queue("mails").id("o"));
        EnqueuedAssert mails = assertThat(asynq.queue("mails")).hasEnqueued(WelcomeEmail.class);

        assertThatThrownBy(() -> mails.withHeader("a", "b")).isInstanceOf(AssertionError.class).hasMessage("""
                Expected queue "mails" to have a task with
                    payload WelcomeEmail
                    header a=b
                but it has 2 tasks
                    pending email:welcome "w" {"to":"me@example.com"} headers {a=c} at 2026-01-31T12:00:00Z
                    pending order:new "o" {"number":42} at 2026-01-31T12:00:00Z""");
    }

    @Test
    void one_task_too_many_fails(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("a", "1").id("1"));
        asynq.client().enqueue(Task.of("a", "2").id("2"));

        assertThatThrownBy(() -> assertThat(asynq.queue("default")).hasEnqueued("a").once())
                .isInstanceOf(AssertionError.class).hasMessageContaining("exactly 1 task with\n    type a\n"
                        + "matching tasks: 2\nbut it has 2 tasks");
        assertThatThrownBy(() -> assertThat(asynq.queue("default")).isEmpty()).isInstanceOf(AssertionError.class)
                .hasMessageContaining("to have no task\nbut it has 2 tasks");
        assertThatThrownBy(() -> assertThat(asynq.queue("default")).hasNotEnqueued("a"))
                .isInstanceOf(AssertionError.class).hasMessageContaining("to have no task with\n    type a");
    }

    @Test
    void a_message_is_not_endless(AsynqForTests asynq) {
        asynq.client().enqueueAll(IntStream.range(0, 1_100).mapToObj(i -> Task.of("a", "x".repeat(1_000))).toList());

        assertThat(asynq.queue("default")).hasEnqueued("a").times(1_100);
        assertThatThrownBy(() -> assertThat(asynq.queue("default")).isEmpty())
                .hasMessageContaining("and 1080 more").satisfies(
                        failure -> assertThat(failure.getMessage().length()).isLessThan(10_000));
    }

    /** A payload with a number, and a payload. */
    public static final class Invoice {
        public double amount;
        public Order order;
    }

    @Test
    void json_is_compared_by_its_values(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("a", "{\"order\":{\"number\":7,\"note\":null},\"amount\":1.50}"));
        asynq.client().enqueue(Task.of("a", "{\"amount\":10,\"order\":null}"));
        Invoice invoice = new Invoice();
        invoice.amount = 10;

        assertThat(asynq.queue("default")).hasEnqueued(Invoice.class).times(2).withPayload(invoice).once();
    }

    @Test
    void an_object_is_not_equal_to_what_is_no_json(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("a", "no JSON"));
        asynq.client().enqueue(Task.of("a", new byte[0]));

        assertThatThrownBy(() -> assertThat(asynq.queue("default")).hasEnqueued("a").withPayload(MAIL))
                .isInstanceOf(AssertionError.class).hasMessageContaining("but it has 2 tasks");
    }

    @Test
    void an_object_with_other_members_is_of_another_type(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("a", "{\"to\":\"me\",\"cc\":\"you\"}"));
        asynq.client().enqueue(Task.of("b", "no JSON"));
        asynq.client().enqueue(Task.of("c", new byte[]{ (byte) 0xff }));

        assertThat(asynq.queue("default")).hasNotEnqueued(WelcomeEmail.class);
        assertThat(asynq.queue("default")).hasEnqueued(String.class).times(2);
    }

    @Test
    void the_json_null_is_not_an_object(AsynqForTests asynq) {
        asynq.client().enqueue(Task.of("a", "null"));

        assertThat(asynq.queue("default")).hasNotEnqueued(WelcomeEmail.class);
    }
}
