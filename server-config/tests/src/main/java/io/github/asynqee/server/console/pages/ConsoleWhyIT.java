package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The drawer of a task and the page of a queue say why tasks wait, and the next step. */
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
}
