package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** A change of 10,000 tasks: counted without a change, given a reason, watched, and announced to screen readers. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleBulkIT extends BrowserTest {

    private static final int TASKS = 10_000;
    private static final String ANNOUNCED = "window.announced = [];"
            + "new MutationObserver(() => document.querySelectorAll('dialog [role=status]').forEach(e => {"
            + "  const text = e.innerText.trim(); if (text && window.announced.at(-1) !== text) window.announced.push(text);"
            + "})).observe(document.body, { subtree: true, childList: true, characterData: true });";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void ten_thousand_tasks_are_archived_with_preview_and_progress_with_the_mouse() {
        archiveAll(Hand.MOUSE);
    }

    @Test
    void ten_thousand_tasks_are_archived_with_preview_and_progress_with_the_keyboard_alone() {
        archiveAll(Hand.KEYBOARD);
    }

    private void archiveAll(Hand hand) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueueAll(IntStream.range(0, TASKS).mapToObj(i -> Task.of("mail:send", "{\"n\":" + i + "}")
                    .queue("mails").id("task-" + i)).toList());
        }
        logIn("admin", "#/default/tasks?q=queue%3Amails%20state%3Apending");
        awaitText("main table", "task-");
        browser.executeScript(ANNOUNCED);

        press(hand, "All that match");
        press(hand, "Archive all that match");
        awaitText("dialog", "10,000 tasks match exactly.");
        awaitText("dialog", "10,000 examined. Counting has changed nothing.");
        assertThat(redis.exists("asynq:console:jobs")).isFalse();
        assertThat(redis.llen("asynq:{mails}:pending")).isEqualTo(TASKS);
        awaitText("dialog", "The archive of a queue keeps 9,999 tasks: up to 1 task will be deleted for good.");
        type(hand, "Reason", "mails of the wrong month");
        type(hand, "Type 10000 to confirm", "10000");
        press(hand, "Archive 10,000");

        waiting().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(textOf("dialog")).contains("Done",
                "10,000 changed, 0 skipped, 0 failed"));
        // the archive of a queue has less than 10,000 tasks
        assertThat(redis.zcard("asynq:{mails}:archived")).isEqualTo(TASKS - 1);
        assertThat(browser.text("return document.querySelector('dialog [role=progressbar]').ariaValueNow"))
                .isEqualTo("100");
        waiting().untilAsserted(() -> assertThat(browser.text("return window.announced.join('|')"))
                .contains("examined.", "Done. 10,000 changed"));
        assertThat(audit()).anySatisfy(entry -> assertThat(entry.getFields().toString())
                .contains("mails of the wrong month"));

        undo(hand);
    }

    /** Restores all tasks except the one that the archive has dropped. */
    private void undo(Hand hand) {
        press(hand, "Undo the archiving");
        awaitText("dialog", "The tasks go back to where they were");
        assertThat(redis.exists("asynq:{mails}:pending")).isFalse();
        press(hand, "Restore 10,000");

        waiting().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(textOf("dialog")).contains("Done",
                "9,999 changed, 0 skipped, 0 failed, 10,000 matching.", "1 task has left the archive"));
        assertThat(redis.llen("asynq:{mails}:pending")).isEqualTo(TASKS - 1);
        assertThat(redis.exists("asynq:{mails}:archived")).isFalse();
        assertThat(audit()).anySatisfy(entry -> assertThat(entry.getFields()).containsEntry("action", "job.undo"));
        press(hand, "Close");
        open("#/default/jobs");
        awaitText("main table", "Restore");
        assertThat(browser.text("return [...document.querySelectorAll('main button')]"
                + ".find(e => e.innerText.trim() === 'Undo').title")).isEqualTo("The job was undone.");
    }

    @Test
    void an_archived_task_is_restored_from_the_message_with_the_mouse() {
        restoreOne(() -> press(Hand.MOUSE, "Undo"));
    }

    @Test
    void an_archived_task_is_restored_from_the_message_with_a_key() {
        restoreOne(() -> browser.keys("z"));
    }

    private void restoreOne(Runnable undo) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("mail:send", "{}").queue("mails").id("later").processIn(Duration.ofHours(1)));
        }
        double time = redis.zscore("asynq:{mails}:scheduled", "later");
        logIn("operator", "#/default/tasks?q=queue%3Amails");
        awaitText("main table", "later");

        browser.keys("je");
        awaitText(".toasts", "The task is archived.");
        assertThat(redis.zcard("asynq:{mails}:archived")).isEqualTo(1);
        undo.run();

        awaitText(".toasts", "Restored: 1 task.");
        assertThat(redis.zscore("asynq:{mails}:scheduled", "later")).isEqualTo(time);
        assertThat(redis.exists("asynq:{mails}:archived")).isFalse();
    }
}
