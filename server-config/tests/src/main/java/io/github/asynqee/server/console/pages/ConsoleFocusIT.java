package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import jakarta.json.Json;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The focus, announcements to screen readers, and controls that the keyboard reaches. */
@ArquillianTest
@RunAsClient
class ConsoleFocusIT extends BrowserTest {

    /** The name of the focused element. */
    private static final String FOCUSED = "const e = document.activeElement;"
            + " return e.id === 'content' ? 'content' : e.getAttribute('aria-label') ?? e.innerText.trim()";
    private static final String ANNOUNCED = "return document.querySelector('.toasts[role=status]').innerText";
    private static final String ONE = "#/default/tasks?q=queue%3Amails";
    private static final int PAGE = 25;

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @AfterEach
    void back_to_a_large_screen() {
        browser.size(1440, 1000);
    }

    @Test
    void the_focus_returns_to_what_opened_a_dialog_the_palette_or_the_drawer() {
        enqueue(2);
        logIn("operator", ONE);
        awaitText("main table", "task-0");

        focus("All that match");
        browser.control("k");
        waiting().until(() -> browser.text("return document.activeElement.closest('dialog')?.className ?? ''")
                .equals("palette"));
        browser.keys(Keys.ESCAPE);
        awaitFocus("All that match");

        press(Hand.KEYBOARD, "Actions for task task-1");
        press(Hand.KEYBOARD, "Move to queue…");
        awaitText("dialog", "Target queue");
        browser.keys(Keys.ESCAPE);
        awaitFocus("Actions for task task-1");

        focus("task-1");
        browser.keys(Keys.ENTER);
        awaitText(".drawer", "Payload");
        browser.keys("[");
        awaitText(".drawer h2", "task-0");
        browser.keys(Keys.ESCAPE);
        awaitFocus("task-0");
    }

    @Test
    void the_focus_goes_to_the_next_row_when_its_row_leaves_and_returns_from_a_message_that_is_dismissed() {
        enqueue(3);
        logIn("operator", ONE + "%20state%3Apending");
        awaitText("main table", "task-1");
        press(Hand.KEYBOARD, "Actions for task task-0");
        press(Hand.KEYBOARD, "Archive");
        waiting().untilAsserted(() -> assertThat(textOf("main table")).contains("task-1").doesNotContain("task-0"));
        awaitFocus("task-1");

        awaitText(".toasts", "The task is archived.");
        browser.executeScript("document.querySelector('.toast [aria-label=Dismiss]').focus()");
        awaitFocus("Dismiss");
        browser.keys(Keys.ENTER);
        awaitFocus("task-1");

        press(Hand.KEYBOARD, "Actions for task task-2");
        press(Hand.KEYBOARD, "Archive");
        waiting().untilAsserted(() -> assertThat(textOf("main table")).doesNotContain("task-2"));
        awaitFocus("task-1");
    }

    @Test
    void another_page_takes_the_focus_and_sorting_and_paging_keep_it() {
        enqueue(PAGE + 1);
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");
        browser.executeScript("localStorage.setItem('asynq-console', JSON.stringify({rows: " + PAGE + "}))");
        browser.executeScript("location.reload()");
        awaitText("main table", "mails");

        focus("Archived");
        browser.keys(Keys.ENTER);
        waiting().until(() -> browser.getCurrentUrl().contains("sort=archived"));
        awaitPage();
        assertThat(browser.text(FOCUSED)).isEqualTo("Archived");

        open(ONE);
        awaitFocus("content");
        awaitText("main table", "task-0");
        focus("Next page");
        browser.keys(Keys.ENTER);
        waiting().until(() -> browser.getCurrentUrl().contains("cursor="));
        awaitText("main .table-foot", "1 task on this page");
        awaitFocus("Next page: This is the last page.");
        focus("First page");
        browser.keys(Keys.ENTER);
        awaitText("main .table-foot", PAGE + " tasks on this page");
        awaitFocus("First page: This is the first page.");
    }

    @Test
    void the_menu_of_the_only_row_is_whole() {
        enqueue(1);
        logIn("operator", ONE);
        awaitText("main table", "task-0");
        for (int width : new int[]{ 1440, 360 }) {
            browser.size(width, 780);
            clickText("Actions for task task-0");
            waiting().until(() -> browser.is("document.querySelector('.menu-list button')"));

            assertThat(browser.text("return [...document.querySelectorAll('.menu-list button')].filter(e => {"
                    + " const box = e.getBoundingClientRect();"
                    + " return ![box.top + 2, box.bottom - 2].every(y => e.contains(document.elementFromPoint(box.left + box.width / 2, y))); })"
                    + ".map(e => e.innerText).join(', ')")).as("items that are cut at %d px", width).isEmpty();
            assertThat(browser.text("return document.querySelector('[aria-expanded=true][aria-haspopup=menu]')"
                    + "?.getAttribute('aria-label') ?? ''")).isEqualTo("Actions for task task-0");
            browser.keys(Keys.ESCAPE);
        }
    }

    @Test
    void a_slash_edits_the_query_of_the_page_also_when_another_page_was_loaded_first() {
        enqueue(1);
        logIn("viewer", "#/default/overview");
        awaitPage();
        open(ONE);
        awaitText("main table", "task-0");

        browser.keys("/");

        awaitFocus("Query");
        assertThat(browser.is("document.querySelector('dialog')")).isFalse();
    }

    @Test
    void the_result_and_a_wrong_query_are_announced_and_a_row_that_a_key_goes_to_has_the_focus() {
        enqueue(3);
        logIn("viewer", ONE);
        waiting().until(() -> browser.text(ANNOUNCED).contains("3 tasks on this page"));
        awaitText("main table", "task-1");
        browser.keys("j");
        awaitFocus("task-0");
        browser.keys("j");
        awaitFocus("task-1");

        open("#/default/tasks?q=state%3Anonsense");
        awaitText("main", "Allowed here");
        waiting().until(() -> browser.text(ANNOUNCED).contains(browser.text(
                "return document.querySelector('.caret-error > div').innerText")));
        assertThat(
                browser.is("document.querySelector('.query input[aria-invalid=true][aria-describedby=query-problem]')"
                        + " && document.getElementById('query-problem')"))
                .isTrue();

        open(ONE);
        awaitText("main table", "task-1");
        assertThat(browser.is("document.querySelector('.query [aria-invalid]')")).isFalse();
    }

    @Test
    void commands_on_one_key_can_be_switched_off() {
        enqueue(1);
        logIn("viewer", "#/default/settings");
        awaitPage();
        browser.keys("?");
        awaitText("dialog", "This sheet");
        browser.keys(Keys.ESCAPE);
        clickLabel("Commands on one key");
        focus("Reset all columns");

        browser.keys("?");
        browser.keys("go");
        browser.control("k");

        awaitText("dialog.palette", "Overview");
        assertThat(browser.getCurrentUrl()).endsWith("/settings");
        browser.keys(Keys.ESCAPE);
        waiting().until(() -> browser.is("!document.querySelector('dialog')"));
        clickLabel("Commands on one key");
        focus("Reset all columns");
        browser.keys("go");
        waiting().until(() -> browser.getCurrentUrl().endsWith("/overview"));
    }

    @Test
    void on_a_phone_rows_are_sorted_and_selected_above_the_cards_and_no_hidden_head_takes_the_focus() {
        enqueue(2);
        browser.size(360, 780);
        logIn("operator", ONE);
        awaitText("main table", "task-0");
        assertThat(browser.is("[...document.querySelectorAll('thead *')].some(e => e.checkVisibility())")).isFalse();
        clickLabel("Select all rows");
        awaitText(".selection", "2 selected");

        open("#/default/queues");
        awaitText("main table", "mails");
        waiting().untilAsserted(() -> browser.executeScript("const e = document.querySelector('.card-tools select');"
                + " e.value = 'pending'; e.dispatchEvent(new Event('change', {bubbles: true}))"));
        waiting().until(() -> browser.getCurrentUrl().contains("sort=pending&dir=desc"));
        clickText("Descending");
        waiting().until(() -> browser.getCurrentUrl().contains("dir=asc"));
    }

    private static void enqueue(int count) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueueAll(IntStream.range(0, count).mapToObj(i -> Task.of("mail:send", "{}").id("task-" + i)
                    .queue("mails")).toList());
        }
    }

    /** Gives the focus to a control, as a user with a screen reader does. */
    private void focus(String name) {
        String wanted = Json.createValue(name).toString();
        waiting().until(
                () -> browser.is("(() => { const e = [...document.querySelectorAll('main a, main button, main input')]"
                        + ".find(e => (e.getAttribute('aria-label') ?? e.innerText.trim()).startsWith(" + wanted
                        + ")); e?.focus(); return e; })()"));
    }

    private void clickLabel(String text) {
        waiting().until(() -> browser.is("(() => { const e = [...document.querySelectorAll('main label')].find(e =>"
                + " e.checkVisibility() && e.innerText.trim() === '" + text + "'); e?.click(); return e; })()"));
    }

    private void awaitFocus(String name) {
        waiting().untilAsserted(() -> assertThat(browser.text(FOCUSED)).isEqualTo(name));
    }
}
