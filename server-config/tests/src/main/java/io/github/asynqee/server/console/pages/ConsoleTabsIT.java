package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openqa.selenium.WindowType;

/** Several tabs of one browser, hidden tabs, and parts of a page that fail. */
@Tag("thorough")
@ArquillianTest
@RunAsClient
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ConsoleTabsIT extends BrowserTest {

    /** Counts the streams that are opened and closed from now on; a hidden tab does not wait a minute. */
    private static final String COUNT_STREAMS = "window.openedStreams = 0; window.closedStreams = 0;"
            + " const close = EventSource.prototype.close;"
            + " EventSource.prototype.close = function () { window.closedStreams++; close.call(this); };"
            + " window.EventSource = class extends EventSource {"
            + " constructor(url) { super(url); window.openedStreams++; } };"
            + " const later = window.setTimeout;"
            + " window.setTimeout = (work, millis) => later(work, millis === 60000 ? 0 : millis)";

    private static final String HIDE = "Object.defineProperty(document, 'hidden', { configurable: true, value: %s });"
            + " document.dispatchEvent(new Event('visibilitychange'))";

    /** The list of periodic tasks is answered without a list. */
    private static final String BREAK_CRON = "window.real = window.fetch; window.fetch = (url, options) =>"
            + " /\\/cron/.test(url) ? Promise.resolve(new Response('{}')) : window.real(url, options)";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void tabs_share_the_settings_and_none_overwrites_what_another_has_saved() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/tasks?q=queue%3Amails");
        awaitText("main table", "a");
        String first = browser.getWindowHandle();
        browser.switchTo().newWindow(WindowType.TAB);
        browser.get(ConsoleUser.url("").resolve("#/default/tasks?q=type%3Amail%3Asend").toString());
        awaitText("main table", "a");
        String second = browser.getWindowHandle();
        saveView("by type");

        browser.switchTo().window(first);
        awaitText("aside", "by type");
        saveView("by queue");
        assertThat(textOf("aside")).contains("by type", "by queue");
        browser.switchTo().window(second);
        awaitText("aside", "by queue");
        assertThat(textOf("aside")).contains("by type");

        open("#/default/settings");
        awaitPage();
        press(Hand.MOUSE, "Dark");
        browser.get("about:blank");
        browser.switchTo().window(first);
        waiting().until(() -> browser.text("return document.documentElement.dataset.theme ?? ''").equals("dark"));
        assertThat(textOf("aside")).contains("by type", "by queue");
    }

    private void saveView(String name) {
        press(Hand.MOUSE, "Save view");
        type(Hand.MOUSE, "Name of the view", name);
        press(Hand.MOUSE, "Save");
        awaitText("aside", name);
    }

    @Test
    void a_hidden_tab_closes_its_stream_and_shows_what_it_has_missed_when_it_is_seen_again() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");
        browser.executeScript(COUNT_STREAMS);

        browser.executeScript(HIDE.formatted("true"));
        waiting().until(() -> browser.is("window.closedStreams === 1"));
        enqueue("news", "b", "{}");
        assertThat(browser.is("window.openedStreams === 0")).isTrue();

        browser.executeScript(HIDE.formatted("false"));
        awaitText("main table", "news");
        assertThat(browser.is("window.openedStreams === 1 && window.closedStreams === 1")).isTrue();
    }

    @Test
    void a_part_that_cannot_be_shown_leaves_the_others() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");
        browser.executeScript(BREAK_CRON);

        open("#/default/cron?task=mails%2Fa");
        awaitText("main", "This part of the page could not be shown");
        awaitText(".drawer h2", "a");
        open("#/default/queues");
        awaitText("main table", "mails");

        browser.executeScript("window.fetch = window.real");
        open("#/default/cron");
        awaitText("main", "No periodic tasks");
    }
}
