package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The first visit to the console, with names as long as real ones. */
@ArquillianTest
@RunAsClient
class ConsoleFirstSightIT extends BrowserTest {

    private static final int SCREEN = 1440;
    private static final int PHONE = 360;
    private static final List<String> NAMES = List.of("notifications-europe-one", "notifications-europe-two",
            "settlements-marketplace1");
    private static final String SIDEWAYS = "return [document.documentElement,"
            + " ...document.querySelectorAll('main .table-wrap')].filter(e => e.scrollWidth > e.clientWidth)"
            + ".map(e => `${e.className} ${e.scrollWidth} in ${e.clientWidth}`).join(', ')";
    private static final String CUT = "return [...document.querySelectorAll('main tbody td:first-child, main td .row-link')]"
            + ".filter(e => e.scrollWidth > e.clientWidth && e.clientWidth).map(e => e.innerText).join(', ')";
    /** Specs that break within the time zone or the fields, or are cut. */
    private static final String WRAPPED = "const specs = [...document.querySelectorAll('main .spec')]; return specs.flatMap(e =>"
            + " e.children.length ? [...e.children] : [e]).filter(e => e.getClientRects().length !== 1"
            + " || e.getBoundingClientRect().height > 24 || e.scrollWidth > e.clientWidth + 1)"
            + ".map(e => e.innerText).join(', ')";
    private static final String HEADS = "return [...document.querySelectorAll('.matrix thead th')].slice(2)"
            + ".map(e => e.innerText.replace(/\\s+/g, ' ')).join(' | ')";

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console("asynq.console.home=/");
    }

    @Test
    void an_empty_console_says_where_to_begin() {
        logIn("operator", "#/default/overview");
        for (String page : List.of("overview", "queues")) {
            open("#/default/" + page);
            awaitText("main", "There is no queue yet");
            awaitText("main", "New task");
            assertThat(browser.text("return document.querySelector('main .empty a').getAttribute('href')"))
                    .isEqualTo("/");
        }
        enqueue("mails", "first", "{}");

        open("#/default/overview");
        waiting().untilAsserted(() -> assertThat(textOf("main")).contains("Queues with the most waiting tasks")
                .doesNotContain("There is no queue yet"));
    }

    @Test
    void queues_with_names_of_24_characters_are_shown_whole_and_fit() {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl());
                Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            NAMES.forEach(name -> client.enqueue(Task.of("mail:send", "{}").queue(name)));
            inspector.queues().pause(NAMES.get(0));
        }
        redis.set("asynq:{" + NAMES.get(1) + "}:processed:" + LocalDate.now(ZoneOffset.UTC),
                "99999");
        logIn("operator", "#/default/queues");
        awaitText("main table", NAMES.get(2));
        awaitText("main table", "Paused");
        awaitText("main table", "99,999");

        for (int width : new int[]{ SCREEN, 1280, 1241, 1024, PHONE }) {
            browser.size(width, 900);
            assertThat(browser.text(SIDEWAYS)).as("%d px", width).isEmpty();
            if (width == SCREEN || width == PHONE) {
                assertThat(browser.text(CUT)).as("%d px", width).isEmpty();
            }
        }
        browser.size(SCREEN, 900);
    }

    @Test
    void servers_of_one_host_have_different_heads() {
        enqueue("mails", "first", "{}");
        Map<String, Integer> queues = Map.of("mails", 1);
        DemoData.server(redis, "alone", 1, "0a000000-1", 10, queues, 0);
        DemoData.server(redis, "shared", 11, "1b000000-1", 10, queues, 0);
        DemoData.server(redis, "shared", 12, "1c000000-1", 10, queues, 0);
        DemoData.server(redis, "shared", 12, "1d000000-1", 10, queues, 0);
        logIn("viewer", "#/default/servers");
        awaitText("main", "alone, process 1");

        assertThat(browser.text(HEADS).split(" \\| ")).containsExactlyInAnyOrder("alone", "shared process 11",
                "shared process 12, 1c000000", "shared process 12, 1d000000");
        assertThat(textOf("main")).contains("alone, process 1", "shared, process 11", "shared, process 12, 1d000000");
    }

    @Test
    void an_incident_leads_to_its_queue_also_if_its_name_has_braces_and_an_asterisk() {
        String name = "mail-*{eu}";
        for (int i = 0; i < 3; i++) {
            enqueue(name, "task-" + i, "{}");
        }
        ConsoleUser.named("admin").post("api/default/alerts/settings", "{\"revision\":0,\"holdMs\":0,\"thresholds\":["
                + "{\"code\":\"queue-size\",\"queues\":\"*\",\"limit\":2,\"severity\":\"error\"}]}");
        logIn("viewer", "#/default/alerts");
        awaitText("main table", "more than 2");

        waiting().until(
                () -> browser.executeScript("const link = [...document.querySelectorAll('main tbody a')].find(e =>"
                        + " e.innerText === '" + name + "'); link?.click(); return !!link").equals(true));
        awaitText("main h1", name);
        awaitText("main", "Oldest pending");
    }

    @Test
    void a_schedule_is_said_in_words_and_its_spec_does_not_wrap() {
        DemoData.write(redis);
        logIn("viewer", "#/default/cron");
        awaitText("main table", "Every day at 03:00, Europe/Berlin");
        awaitText("main table", "CRON_TZ=Europe/Berlin 0 3 * * *");

        for (int width : new int[]{ SCREEN, PHONE }) {
            browser.size(width, 900);
            assertThat(browser.text(WRAPPED)).as("%d px", width).isEmpty();
            assertThat(browser.text(SIDEWAYS)).as("%d px", width).isEmpty();
        }
        browser.size(SCREEN, 900);
        clickText("Actions for the entry report:nightly");
        clickText("History");
        awaitText("dialog", "Every day at 03:00, Europe/Berlin");
    }
}
