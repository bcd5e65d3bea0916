package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** Live updates: the events of the stream, and the pages' reactions to them. */
@ArquillianTest
@RunAsClient
class ConsoleLiveIT extends BrowserTest {

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    private static final String PENDING_MAILS = "return [...document.querySelectorAll('main tbody tr')].find(row =>"
            + " row.innerText.includes('mails')).querySelector('a[href*=\"tab=pending\"]').innerText";

    /** The last row of the days as a table, which is opened. */
    private static final String TODAY = "const e = [...document.querySelectorAll('main section')].find(e =>"
            + " e.querySelector('h2')?.innerText === 'Last 30 days')?.querySelector('details');"
            + " if (e) { e.open = true; } return e?.querySelector('tbody tr:last-child')?.innerText ?? ''";

    /** The events of the stream. */
    private final List<String> events = new ArrayList<>();

    @Test
    @Timeout(90)
    void the_stream_has_the_overview_changed_queues_and_changed_jobs() throws IOException {
        enqueue("stream-1", "a", "{}");
        ConsoleUser operator = ConsoleUser.named("operator");
        try (BufferedReader stream = operator.lines("api/default/live")) {
            awaitEvent(stream, "overview", "\"queues\":1");
            awaitEvent(stream, "queues", "\"name\":\"stream-1\"");

            enqueue("stream-2", "b", "{}");
            awaitEvent(stream, "queues", "\"name\":\"stream-2\"");
            operator.post("api/default/jobs",
                    "{\"action\":\"archive\",\"q\":\"queue:stream-2 state:pending\",\"reason\":\"live\"}");
            awaitEvent(stream, "jobs", "\"reason\":\"live\"");
        }
    }

    /** Returns when there has been an event with this name and this text in its data, after any others. */
    private void awaitEvent(BufferedReader stream, String name, String text) throws IOException {
        String event = "";
        while (events.stream().noneMatch(data -> data.startsWith(name + " ") && data.contains(text))) {
            String line = stream.readLine();
            if (line == null) {
                throw new IllegalStateException("the stream has ended before an event " + name + " with " + text);
            }
            if (line.startsWith("event:")) {
                event = line.substring("event:".length()).strip();
            } else if (line.startsWith("data:")) {
                events.add(event + " " + line);
            }
        }
    }

    @Test
    void rows_do_not_move_while_one_is_selected() {
        enqueue("mails", "first", "{}");
        logIn("operator", "#/default/tasks");
        awaitText("main table", "first");
        browser.keys("jx");
        awaitText(".selection", "1 selected");

        enqueue("mails", "second", "{}");
        awaitText(".update-pill", "waiting: show");
        assertThat(textOf("main table")).doesNotContain("second");
        clickText(textOf(".update-pill"));
        awaitText("main table", "second");
    }

    @Test
    void a_menu_stays_open_with_the_focus_when_new_data_comes() {
        enqueue("letters", "l1", "{}");
        enqueue("letters", "l2", "{}");
        enqueue("mails", "m1", "{}");
        logIn("operator", "#/default/queues?sort=pending&dir=desc");
        awaitText("main table", "mails");
        awaitText("main tbody tr", "letters");
        press(Hand.MOUSE, "Actions for the queue mails");
        awaitText("[role=menu]", "Pause");

        // twice: the list is loaded in the same interval as live data comes, and mails would be its first row
        for (int round : List.of(1, 2)) {
            IntStream.range(0, 3).forEach(i -> enqueue("mails", "new-" + round + "-" + i, "{}"));
            long size = redis.llen("asynq:{mails}:pending");
            waiting().until(() -> browser.text(PENDING_MAILS).equals(String.valueOf(size)));
        }
        assertThat(textOf("main tbody tr")).contains("letters");
        assertThat(browser.text("return document.activeElement.closest('[role=menu]')?.ariaLabel ?? ''"))
                .isEqualTo("Actions for the queue mails");

        browser.keys(Keys.ESCAPE);
        awaitText("main tbody tr", "mails");
    }

    @Test
    void a_change_by_others_is_on_the_page_without_a_reload() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");

        ConsoleUser.named("admin").post("api/default/queues/mails/pause", null);
        awaitText("main table", "Paused");
        assertThat(List.of(textOf("main table").split("\n"))).anyMatch(line -> line.contains("mails"));
    }

    @Test
    void today_in_the_chart_of_days_follows_the_counters() {
        String key = "asynq:{mails}:processed:" + LocalDate.now(ZoneOffset.UTC);
        enqueue("mails", "a", "{}");
        redis.set(key, "7");
        logIn("viewer", "#/default/overview");
        awaitPage();
        waiting().untilAsserted(() -> assertThat(browser.text(TODAY)).endsWith("\t7\t0"));

        redis.set(key, "9");
        waiting().untilAsserted(() -> assertThat(browser.text(TODAY)).endsWith("\t9\t0"));
    }
}
