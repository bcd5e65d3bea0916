package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The pages of the console in a browser. Skipped, with the reason, on a machine without Chromium. */
@ArquillianTest
@RunAsClient
class ConsoleBrowserIT extends BrowserTest {

    /** More than live data has. */
    private static final int MANY_QUEUES = 520;
    private static final String OFFERED = "return [...document.querySelectorAll('dialog datalist option')]"
            + ".map(e => e.value).join(' ')";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void an_operator_logs_in_at_the_wanted_page_edits_a_failed_task_and_runs_it() {
        enqueue("mails", "failed", "{\"to\":\"Ann\",\"id\":12345678901234567890}");
        try (Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            inspector.changes().archive("mails", "failed");
            logIn("operator", "#/default/queues/mails?tab=archived");

            awaitText("failed");
            browser.click(".table .row-link");
            awaitText("12345678901234567890");
            clickText("Edit");
            waiting().untilAsserted(() -> browser.fill("dialog textarea",
                    "{\"to\":\"Bob\", \"id\":12345678901234567890}"));
            clickText("Save");
            awaitText("The task is changed.");
            assertThat(inspector.tasks().get("mails", "failed").info().payload()).asString(StandardCharsets.UTF_8)
                    .isEqualTo(
                            "{\"to\":\"Bob\",\"id\":12345678901234567890}");

            clickText("Run now");
            waiting().until(() -> inspector.tasks().get("mails", "failed").info().state() == TaskState.PENDING);
        }
    }

    @Test
    void all_tasks_that_match_are_archived_by_a_job() {
        for (int i = 0; i < 30; i++) {
            enqueue("mails", "task-" + i, "{\"n\":" + i + "}");
        }
        logIn("operator", "#/default/tasks?q=queue%3Amails%20state%3Apending");
        awaitText("task-0");

        clickText("All that match");
        clickText("Archive all that match");
        awaitText("30 tasks match");
        browser.fill("dialog .field .input", "test of the browser");
        clickText("Archive 30");

        waiting().until(() -> redis.zcard("asynq:{mails}:archived") == 30);
        waiting().untilAsserted(() -> assertThat(audit())
                .anySatisfy(entry -> assertThat(entry.getFields().toString()).contains("test of the browser")));
    }

    @Test
    void a_viewer_sees_tasks_and_changes_nothing_and_a_hostile_name_is_text() {
        enqueue("mails", "<img src=x onerror=document.title='owned'>", "<script>document.title='owned'</script>");
        logIn("viewer", "#/default/tasks");

        awaitText("<img src=x");
        browser.click(".table .row-link");
        awaitText("<script>document.title='owned'</script>");

        assertThat(browser.clickText("Edit")).isFalse();
        assertThat(browser.getTitle()).doesNotContain("owned");
    }

    @Test
    void a_queue_that_live_data_does_not_have_is_offered_by_a_part_of_its_name() {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueueAll(IntStream.range(0, MANY_QUEUES)
                    .mapToObj(i -> Task.of("mail:send", "{}").queue("queue-" + i)).toList());
            client.enqueue(Task.of("mail:send", "{}").queue("zz-rare").processIn(Duration.ofHours(1)));
        }
        logIn("operator", "#/default/tasks?q=queue%3Aqueue-7");
        awaitText("main table", "mail:send");

        clickText("Actions for task");
        clickText("Move to queue");
        awaitText("dialog", "Target queue");
        waiting().untilAsserted(() -> assertThat(browser.text(OFFERED)).contains("queue-").doesNotContain("zz-rare"));
        type(Hand.MOUSE, "Target queue", "rare");
        waiting().untilAsserted(() -> assertThat(browser.text(OFFERED)).contains("zz-rare"));
        clickText("Cancel");

        browser.control("k");
        waiting().untilAsserted(() -> browser.fill("dialog.palette .input", "rare"));
        awaitText("dialog.palette", "zz-rare");
    }

    @Test
    void any_id_that_is_pasted_opens_by_its_key() {
        String id = "invoice 2026/11 #4711, a long one \u00fc: 0123456789-0123456789-0123456789";
        enqueue("mails", id, "{\"the\":\"one\"}");
        enqueue("mails", "invoice 2026/11 #4712", "{\"the\":\"other\"}");
        logIn("viewer", "#/default/audit");
        awaitPage();

        browser.control("k");
        waiting().untilAsserted(() -> browser.fill("dialog .input", id));
        awaitText("dialog", "Task in mails");
        browser.keys(Keys.ENTER);

        awaitText(".drawer", "\"the\": \"one\"");
        awaitText(".drawer h2", id);
        assertThat(browser.text("return performance.getEntriesByType('resource').map(entry => entry.name)"
                + ".filter(name => /\\/(find|tasks)\\?/.test(name)).join(' ')")).contains("/find?")
                .doesNotContain("/tasks?");
    }
}
