package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.wire.TaskMessage;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Lists, forms and dialogs of tasks in rarer cases. */
@Tag("thorough")
@ArquillianTest
@RunAsClient
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ConsoleTasksIT extends BrowserTest {

    /** A search that finds nothing in the tasks that it reads for its first page. */
    private static final String FIRST_PAGE_IS_EMPTY = "const real = window.fetch; window.fetch = (url, options) => {"
            + " if (!/\\/tasks\\?/.test(url)) { return real(url, options); }"
            + " if (/cursor=onward/.test(url)) { return real(url.replace('&cursor=onward', ''), options); }"
            + " return Promise.resolve(new Response(JSON.stringify({"
            + " items: [], next: 'onward', examined: 12345, complete: false }))); }";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void a_deadline_that_is_cleared_in_the_form_is_removed_from_the_task() {
        Instant deadline = Instant.now().plus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl());
                Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("mail:send", "{}").queue("mails").id("limited").deadline(deadline)
                    .timeout(Duration.ofSeconds(30)).maxRetry(3));
            logIn("operator", "#/default/tasks?task=mails%2Flimited");
            awaitText(".drawer", "Deadline");
            press(Hand.MOUSE, "Edit");
            awaitText("dialog", "Edit the task");
            browser.executeScript("const e = document.querySelector('dialog input[type=datetime-local]'); e.value = '';"
                    + " e.dispatchEvent(new Event('input', {bubbles: true}))");
            press(Hand.MOUSE, "Save");
            awaitText(".toasts", "The task is changed.");

            assertThat(inspector.tasks().get("mails", "limited").info()).satisfies(task -> {
                assertThat(task.deadline()).isNull();
                assertThat(task.timeout()).isEqualTo(Duration.ofSeconds(30));
                assertThat(task.maxRetry()).isEqualTo(3);
            });
        }
    }

    @Test
    void a_search_that_has_found_nothing_yet_says_so_and_goes_on() {
        enqueue("mails", "wanted", "{}");
        logIn("viewer", "#/default/audit");
        awaitPage();
        browser.executeScript(FIRST_PAGE_IS_EMPTY);
        open("#/default/tasks?q=wanted");

        awaitText("main", "Nothing found yet");
        awaitText("main", "12,345 tasks have been read.");
        assertThat(textOf("main")).doesNotContain("No task matches");
        press(Hand.MOUSE, "Next page");
        awaitText("main table", "wanted");
    }

    @Test
    void a_saved_view_has_neither_the_open_task_nor_the_page() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/tasks?q=queue%3Amails&task=mails%2Fa");
        awaitText(".drawer h2", "a");
        press(Hand.MOUSE, "Save view");
        type(Hand.MOUSE, "Name of the view", "mails only");
        press(Hand.MOUSE, "Save");
        open("#/default/overview");
        awaitPage();

        press(Hand.MOUSE, "mails only");
        awaitText("main table", "mail:send");
        assertThat(browser.getCurrentUrl()).endsWith("#/default/tasks?q=queue%3Amails");
        assertThat(textOf(".drawer")).isEmpty();
    }

    @Test
    void a_task_is_moved_to_one_of_the_other_queues_which_are_offered_and_is_shown_there() {
        enqueue("mails", "a", "{}");
        enqueue("letters", "b", "{}");
        logIn("operator", "#/default/tasks?q=queue%3Amails");
        awaitText("main table", "mail:send");
        press(Hand.MOUSE, "Actions for task a");
        press(Hand.MOUSE, "Move to queue");
        awaitText("dialog", "Target queue");
        waiting().untilAsserted(() -> assertThat(offered()).containsExactly("letters"));
        type(Hand.MOUSE, "Target queue", "letters");
        press(Hand.MOUSE, "Move");

        awaitText(".toasts", "The task is moved.");
        awaitText(".drawer", "letters");
        assertThat(browser.getCurrentUrl()).contains("task=letters%2Fa");
        assertThat(redis.lrange("asynq:{letters}:pending", 0, -1)).containsExactlyInAnyOrder("a", "b");
        assertThat(redis.exists("asynq:{mails}:t:a")).isFalse();
    }

    private static List<String> offered() {
        return browser.findElements(By.cssSelector("dialog datalist option")).stream()
                .map(option -> option.getDomProperty("value")).toList();
    }

    @Test
    void an_action_on_an_error_group_that_has_grown_since_it_was_shown_says_so() throws Exception {
        fail("mails", "a");
        fail("mails", "b");
        logIn("operator", "#/default/errors");
        awaitText("main table", "connection to # refused");
        // no new data is shown while a menu is open
        press(Hand.MOUSE, "Actions for");
        awaitText("[role=menu]", "Archive");
        fail("mails", "c");
        press(Hand.MOUSE, "Archive");

        awaitText("dialog", "The group had 2, the query finds 3");
        browser.keys(Keys.ESCAPE);
        waiting().untilAsserted(() -> assertThat(textOf("main tbody strong")).isEqualTo("3"));
        press(Hand.MOUSE, "Actions for");
        press(Hand.MOUSE, "Archive");
        awaitText("dialog", "3 tasks");
        assertThat(textOf("dialog")).doesNotContain("The group had");
    }

    /** A task in retry. */
    private void fail(String queue, String id) throws Exception {
        enqueue(queue, id, "{}");
        byte[] key = ("asynq:{" + queue + "}:t:" + id).getBytes();
        TaskMessage message = TaskMessage.parseFrom(redis.hget(key, "msg".getBytes())).toBuilder()
                .setErrorMsg("connection to 10.0.0." + id.hashCode() + " refused").setRetried(1)
                .setLastFailedAt(Instant.now().getEpochSecond()).build();
        redis.hset(key, "msg".getBytes(), message.toByteArray());
        redis.hset(key, "state".getBytes(), "retry".getBytes());
        redis.lrem("asynq:{" + queue + "}:pending", 1, id);
        redis.zadd("asynq:{" + queue + "}:retry", Instant.now().getEpochSecond() + 3_600, id);
    }
}
