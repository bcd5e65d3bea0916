package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The drawer of a task and the page of a queue say why tasks wait, and the next step, and lead to related tasks. */
@ArquillianTest
@RunAsClient
class ConsoleWhyIT extends BrowserTest {

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void a_task_and_its_queue_say_who_paused_the_queue_until_it_is_resumed() {
        enqueue("mails", "m1", "{}");
        ConsoleUser.named("operator").post("api/default/queues/mails/pause", null);
        logIn("operator", "#/default/queues/mails?task=mails/m1");

        awaitText(".drawer .why", "Why it waits");
        awaitText(".drawer .why [data-code=paused]", ", by operator.");
        awaitText(".drawer .why [data-code=paused]", "Next step: resume the queue when its tasks may run.");
        awaitText("main.page li[data-code=paused]", "The queue has been paused for ");
        awaitText("main.page li[data-code=no-server]", "No running server consumes the queue.");

        ConsoleUser.named("operator").post("api/default/queues/mails/resume", null);

        waiting().untilAsserted(() -> assertThat(textOf(".drawer .why")).contains("No running server")
                .doesNotContain("paused"));
        redis.del("asynq:{mails}:pending");
        redis.hset("asynq:{mails}:t:m1", "state", "completed");
        waiting().untilAsserted(() -> assertThat(textOf(".drawer")).contains("Payload").doesNotContain("Why it waits"));
    }

    @Test
    void a_task_that_a_limit_blocks_leads_to_its_key_which_is_resumed_there() {
        redis.sadd("asynq:queues", "imports");
        DemoData.blocked(redis, "imports", "i1", "partner acme");
        DemoData.blocked(redis, "imports", "i2", "partner blue");
        redis.zadd("asynq:{imports}:limit:running", Map.of("partner acme\0r1", 0d, "partner blue\0r2", 0d));
        redis.zadd("asynq:{imports}:limit:closed", Instant.now().plusSeconds(600).toEpochMilli(), "partner acme");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "2 blocked");
        open("#/default/tasks?task=imports%2Fi1");
        awaitText(".drawer .why [data-code=limit-paused]", "its key is paused for another");
        clickText("Keys of the limit");
        awaitText("main .table-foot", "2 of 2 keys");
        // values are masked here
        assertThat(textOf("main table")).contains("partner", "masked", "1 of 1").doesNotContain("acme", "blue");
        assertThat(textOf("main .tabs")).contains("Limits");
        assertThat(browser.text("return document.querySelector('main td .button').ariaDisabled ?? ''"))
                .isEqualTo("true");

        logIn("operator", "#/default/queues/imports?tab=limits");
        awaitText("main .table-foot", "2 of 2 keys");
        browser.click("main td .button");

        awaitText(".toasts", "The tasks of partner may start again.");
        waiting().untilAsserted(() -> assertThat(textOf("main table")).contains("masked").doesNotContain("Resume"));
        assertThat(redis.exists("asynq:{imports}:limit:closed")).isFalse();
        assertThat(ConsoleUser.named("viewer").get("api/default/audit?queue=imports").body())
                .contains("\"action\":\"limit.resume\"", "\"detail\":\"partner\"", "\"result\":\"done\"");
    }

    @Test
    void a_task_of_a_group_says_when_its_group_is_handled() {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("note", "{}").queue("notes").id("n1").group("user-1"));
        }
        redis.hset("asynq:{notes}:group-rules", "user-", "50 0 600 " + Instant.now().getEpochSecond());
        logIn("viewer", "#/default/tasks?task=notes%2Fn1");

        awaitText(".drawer .why [data-code=group]", "or at 50 tasks");
        assertThat(textOf(".drawer .why [data-code=group]"))
                .contains("the group is handled in ", " min if no task joins it")
                .contains("Ends or is checked again:");
    }

    @Test
    void views_and_the_tasks_of_a_trace_are_one_click_away() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-";
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            for (String span : List.of("a0f067aa0ba902b7", "b0f067aa0ba902b7")) {
                client.enqueue(Task.of("mail:send", "{}").queue("mails").id("sent-by-" + span)
                        .header("traceparent", trace + span + "-01"));
            }
            client.enqueue(Task.of("mail:send", "{}").queue("mails").id("another"));
        }
        logIn("viewer", "#/default/tasks");
        awaitText("main table", "another");
        press(Hand.MOUSE, "Views");
        press(Hand.MOUSE, "Pending for 10 minutes");
        awaitText("main", "No task matches");

        open("#/default/tasks?task=mails%2Fsent-by-a0f067aa0ba902b7");
        clickText("tasks of the same trace");
        awaitText("main .table-foot", "2 tasks");
        assertThat(textOf("main table")).contains("sent-by-a", "sent-by-b").doesNotContain("another");
    }
}
