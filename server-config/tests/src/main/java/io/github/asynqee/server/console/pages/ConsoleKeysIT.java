package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Keys act on the task that the user sees, and never behind a dialog. */
@ArquillianTest
@RunAsClient
class ConsoleKeysIT extends BrowserTest {

    private static final String ARCHIVED = "asynq:{mails}:archived";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    /** A task whose place in the list is its hour. */
    private static void schedule(String id, int hours) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("mail:send", "{}").queue("mails").id(id).processIn(Duration.ofHours(hours)));
        }
    }

    private void showThree() {
        schedule("first", 1);
        schedule("second", 2);
        schedule("third", 3);
        logIn("operator", "#/default/tasks?q=state%3Ascheduled");
        awaitText("main table", "third");
    }

    private void awaitArchived(String... ids) {
        waiting().untilAsserted(() -> assertThat(redis.zrange(ARCHIVED, 0, -1)).containsExactlyInAnyOrder(ids));
    }

    @Test
    void a_key_acts_on_the_open_task_not_on_the_row_where_the_cursor_was() {
        showThree();
        browser.keys("j");
        waiting().until(() -> browser.executeScript("const row = [...document.querySelectorAll('main tbody tr')]"
                + ".find(e => e.innerText.includes('second')); row?.querySelector('.row-link').click(); return !!row")
                .equals(true));
        awaitText(".drawer h2", "second");
        browser.keys("e");
        awaitArchived("second");

        waiting().untilAsserted(() -> assertThat(textOf("main table")).doesNotContain("second"));
        browser.keys("]");
        awaitText(".drawer h2", "third");
        browser.keys("e");
        awaitArchived("second", "third");
    }

    @Test
    void the_cursor_stays_on_its_task_when_another_one_comes_before_it() {
        schedule("second", 2);
        logIn("operator", "#/default/tasks?q=state%3Ascheduled");
        awaitText("main table", "second");
        browser.keys("j");
        schedule("first", 1);
        awaitText("main tbody tr", "first");

        browser.keys("e");
        awaitArchived("second");
    }

    @Test
    void no_key_acts_behind_a_dialog() {
        showThree();
        browser.keys("j?");
        awaitText("dialog", "Previous row");
        browser.executeScript("document.activeElement.blur()");
        browser.keys("e");
        clickText("Close");

        browser.keys("je");
        awaitArchived("second");
    }

    @Test
    void a_dialog_keeps_clicks_from_the_page_as_soon_as_it_is_seen() {
        logIn("operator", "#/default/queues");
        awaitPage();

        Object modal = browser.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                new MutationObserver((changes, observer) => {
                  const dialog = document.querySelector('dialog');
                  if (dialog) {
                    observer.disconnect();
                    done(dialog.matches(':modal'));
                  }
                }).observe(document.body, {childList: true, subtree: true});
                [...document.querySelectorAll('button')].find(e => e.innerText.trim() === 'New task').click();""");

        assertThat(modal).isEqualTo(true);
    }

    @Test
    void what_was_entered_survives_the_key_of_the_palette_and_escape_asks_before_it_is_discarded() {
        logIn("operator", "#/default/queues");
        awaitPage();
        press(Hand.MOUSE, "New task");
        type(Hand.MOUSE, "Type", "mail:send");
        browser.control("k");
        browser.keys(Keys.ESCAPE);

        awaitText("dialog", "Discard what you have entered?");
        assertThat(browser.text("return document.querySelectorAll('dialog').length + ' '"
                + " + [...document.querySelectorAll('dialog input')].map(e => e.value).join(' ')"))
                .startsWith("1 ").contains("mail:send");
        clickText("Keep editing");
        waiting().untilAsserted(() -> assertThat(textOf("dialog")).contains("Create the task")
                .doesNotContain("Discard"));
        browser.keys(Keys.ESCAPE);
        clickText("Discard");
        awaitNoDialog();
    }

    @Test
    void the_back_button_closes_a_dialog_and_asks_before_what_was_entered_is_discarded() {
        showThree();
        browser.keys("jo");
        awaitText(".drawer h2", "first");
        press(Hand.MOUSE, "Clone…");
        awaitText("dialog", "mails · first");
        browser.executeScript("history.back()");
        awaitNoDialog();
        assertThat(textOf(".drawer")).isEmpty();

        open("#/default/queues");
        awaitText("main h1", "Queues");
        open("#/default/tasks?q=state%3Ascheduled");
        awaitText("main table", "third");
        browser.keys("jo");
        awaitText(".drawer h2", "first");
        press(Hand.MOUSE, "Edit…");
        type(Hand.MOUSE, "Type", "mail:later");
        browser.executeScript("history.back()");
        awaitText("dialog", "Discard what you have entered?");
        browser.executeScript("history.back()");
        awaitText("main h1", "Queues");
        assertThat(textOf("dialog")).contains("Discard what you have entered?");
        clickText("Keep editing");
        press(Hand.MOUSE, "Save");
        awaitNoDialog();
        open("#/default/tasks?q=state%3Ascheduled");
        awaitText("main table", "mail:later");
    }

    private void awaitNoDialog() {
        waiting().until(() -> browser.is("!document.querySelector('dialog')"));
    }
}
