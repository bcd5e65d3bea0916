package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages of the console in a browser. Skipped, with the reason, on a machine without Chromium. */
@ArquillianTest
@RunAsClient
class ConsoleBrowserIT extends ConsoleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Browser browser;

    @BeforeEach
    void start_the_browser() throws IOException {
        Browser.missing().ifPresent(reason -> {
            System.err.println("SKIPPED: ConsoleBrowserIT: " + reason);
            Assumptions.abort(reason);
        });
        browser = Browser.start();
    }

    @AfterEach
    void stop_the_browser() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void an_operator_logs_in_at_the_wanted_page_edits_a_failed_task_and_runs_it() {
        enqueue("mails", "failed", "{\"to\":\"Ann\",\"id\":12345678901234567890}");
        try (Inspector inspector = Asynq.inspect(ServerUnderTest.redisUrl())) {
            inspector.archiveTask("mails", "failed");
            logIn("operator", "#/default/queues/mails?tab=archived");

            awaitText("failed");
            browser.click(".table .row-link");
            awaitText("12345678901234567890");
            clickText("Edit");
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> browser.fill("dialog textarea",
                    "{\"to\":\"Bob\", \"id\":12345678901234567890}"));
            clickText("Save");
            awaitText("The task is changed.");
            assertThat(inspector.task("mails", "failed").info().payload()).asString(StandardCharsets.UTF_8).isEqualTo(
                    "{\"to\":\"Bob\",\"id\":12345678901234567890}");

            clickText("Run now");
            await().atMost(LIMIT).until(() -> inspector.task("mails", "failed").info().state() == TaskState.PENDING);
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

        await().atMost(LIMIT).until(() -> redis.zcard("asynq:{mails}:archived") == 30);
        assertThat(audit())
                .anySatisfy(entry -> assertThat(entry.getFields().toString()).contains("test of the browser"));
    }

    @Test
    void a_viewer_sees_tasks_and_changes_nothing_and_a_hostile_name_is_text() {
        enqueue("mails", "<img src=x onerror=document.title='owned'>", "<script>document.title='owned'</script>");
        logIn("viewer", "#/default/tasks");

        awaitText("<img src=x");
        browser.click(".table .row-link");
        awaitText("<script>document.title='owned'</script>");

        assertThat(browser.clickText("Edit")).isFalse();
        assertThat(browser.script("return document.title").toString()).doesNotContain("owned");
    }

    /** Logs in from the page that is wanted; the console leads back to it. */
    private void logIn(String user, String page) {
        browser.go(ConsoleUser.url("").resolve(page));
        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> browser.fill("#user", user));
        browser.fill("#password", user);
        browser.click("button[type=submit]");
        await().atMost(LIMIT).until(() -> browser.url().endsWith(page));
    }

    private void clickText(String text) {
        await().atMost(LIMIT).ignoreExceptions().until(() -> browser.clickText(text));
    }

    private void awaitText(String text) {
        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(browser.text()).contains(text));
    }
}
