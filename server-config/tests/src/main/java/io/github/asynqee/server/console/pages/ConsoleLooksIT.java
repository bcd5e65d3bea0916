package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.browser.Axe;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openqa.selenium.Keys;

/**
 * Pages with data (all of them with the profile thorough), in both themes, on a screen and on a phone: accessible, without sideways scroll. Leaves
 * pictures in {@code target/screenshots}.
 */
@ArquillianTest
@RunAsClient
@Tag("thorough")
class ConsoleLooksIT extends BrowserTest {

    private static final int SCREEN = 1440;
    private static final int LAPTOP = 1024;
    private static final int PHONE = 360;
    private static final long FIRST_LOAD = 150_000;
    /** With the stream of updates, which a browser does not report. */
    private static final int FIRST_REQUESTS = 12;
    private static final String LOADED = "return ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))";
    private static final String MENU = "return getComputedStyle(document.querySelector('.side')).visibility";
    /** Controls outside the screen, except controls in a scrollable part or in the closed menu. */
    private static final String OUT_OF_REACH = """
            return [...document.querySelectorAll('main a, main button, main input, .drawer button, dialog button, .top button')]
              .filter(e => e.offsetParent && !e.closest('.tabs, .table-wrap:not(.cards), pre, .visually-hidden'))
              .filter(e => { const box = e.getBoundingClientRect();
                return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1); })
              .map(e => (e.getAttribute('aria-label') ?? e.innerText).trim()).join(', ')""";

    private static final String OVER_THE_NEXT_CELL = """
            return [...document.querySelectorAll('main tbody td *')].filter(e => !e.closest('svg, .visually-hidden'))
              .filter(e => getComputedStyle(e.closest('td')).overflowX === 'visible')
              .filter(e => e.getBoundingClientRect().right > e.closest('td').getBoundingClientRect().right + 1)
              .map(e => e.innerText).join(', ').slice(0, 300)""";

    private static final String SCROLLS = "return [...document.querySelectorAll('main .table-wrap, main .tabs')]"
            + ".filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText.slice(0, 100)).join(', ')";

    private static final String FULL_IDS = "return [...document.querySelectorAll('main tbody .row-link')]"
            + ".every(e => e.innerText.length === 36"
            + " && e.closest('td').scrollWidth <= e.closest('td').clientWidth) ? 'whole' : 'cut'";

    private static final String HEAD = "const box = document.querySelector('main thead th:nth-child(2)')"
            + ".getBoundingClientRect(); return window.scrollY > 300 && box.top >= 0"
            + " && document.elementFromPoint(box.left + 20, box.top + 10)?.closest('thead') ? 'in view' : ''";

    private final List<String> violations = new ArrayList<>();

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @BeforeEach
    void write_data() {
        DemoData.write(redis);
        outbox("shop", "12", "0", "", "");
        outbox("shop-backoffice", "0", "2",
                "queue mails: WRONGTYPE Operation against a key holding the wrong kind of value",
                "rows are not stored, which is retried: Connection refused: database-1.example.com:5432");
        ConsoleUser operator = ConsoleUser.named("operator");
        operator.post("api/default/tasks/webhooks/" + DemoData.FAILED_TASK + "/edit", "{\"maxRetry\":30}");
        operator.post("api/default/jobs",
                "{\"action\":\"archive\",\"q\":\"queue:images state:pending\",\"reason\":\"INC-2041\"}");
        ConsoleUser admin = ConsoleUser.named("admin");
        admin.post("api/default/markers", "{\"text\":\"" + DemoData.MARKER + "\"}");
        admin.post("api/default/alerts/settings", """
                {"revision":0,"holdMs":0,"thresholds":[
                  {"code":"queue-size","queues":"webhooks","limit":2,"severity":"error"},
                  {"code":"queue-size","queues":"emails","limit":2,"severity":"warning"}]}""");
        admin.post("api/default/alerts/silences", "{\"code\":\"queue-size\",\"queues\":\"emails\","
                + "\"until\":\"2040-01-01T00:00:00Z\",\"reason\":\"a known flood\"}");
        browser.size(SCREEN, 1000);
    }

    private void outbox(String application, String rows, String setAside, String error, String problem) {
        String key = "asynq:{outboxes}:vm:7:" + application;
        redis.zadd("asynq:{outboxes}", Instant.now().plusSeconds(3_600).getEpochSecond(), key);
        redis.set(key, String.join("\0", "vm", "7", application, "java:comp/DefaultDataSource", rows,
                String.valueOf(Instant.now().minusSeconds(3).toEpochMilli()), setAside, error, problem));
    }

    @Test
    @EnabledIfSystemProperty(named = "asynq.test.server", matches = "wildfly", disabledReason = "the same files on both servers: runs on WildFly")
    void every_page_is_accessible_in_both_themes_and_fits_every_width_with_every_action_within_reach() {
        logIn("operator", "#/default/overview");
        awaitPage();
        Axe.load(browser);
        for (PageOfConsole page : Sample.of("looks", List.of(PageOfConsole.values()), 10)) {
            page.show(this);
            check(page.name());
            assertFits(page);
            page.leave(this);
        }
        for (String page : List.of("login.html", "not/there")) {
            browser.get(ConsoleUser.url(page).toString());
            Axe.load(browser);
            check(page.replaceAll("\\W", "-"));
        }

        assertThat(violations).isEmpty();
    }

    private void check(String page) {
        for (String theme : List.of("light", "dark")) {
            browser.executeScript("document.documentElement.dataset.theme = '" + theme + "'");
            for (int width : new int[]{ SCREEN, PHONE }) {
                browser.size(width, width == SCREEN ? 1000 : 780);
                String found = theme.equals("light") ? Axe.violations(browser) : Axe.violationsOfColours(browser);
                if (!found.isEmpty()) {
                    violations.add(page + " " + theme + " " + width + "\n" + found);
                }
                browser.screenshot(picture(page, theme, width));
            }
        }
        browser.size(SCREEN, 1000);
    }

    private static void assertFits(PageOfConsole page) {
        for (int width : new int[]{ PHONE, 390, 768, 2560 }) {
            browser.size(width, 844);
            long content = ((Long) browser.executeScript("return document.documentElement.scrollWidth")).longValue();
            assertThat(content).as("%s at %d px", page, width).isLessThanOrEqualTo(width);
            if (width <= 390) {
                assertThat(browser.text(OUT_OF_REACH)).as("%s at %d px", page, width).isEmpty();
            }
        }
        browser.size(LAPTOP, 768);
        assertThat(browser.text(OVER_THE_NEXT_CELL)).as("%s at %d px", page, LAPTOP).isEmpty();
        assertThat(browser.text(SCROLLS)).as("%s at %d px", page, LAPTOP).isEmpty();
        browser.size(SCREEN, 1000);
    }

    private static Path picture(String page, String theme, int width) {
        return ServerUnderTest.workFile("../screenshots").normalize().resolve(
                page.toLowerCase(Locale.ROOT) + "-" + theme + "-" + width + ".png");
    }

    @Test
    void a_phone_shows_the_current_tab() {
        browser.size(PHONE, 780);
        logIn("viewer", "#/default/tasks?q=state%3Acompleted");
        awaitText("main .tabs [aria-current]", "Completed");

        assertThat(
                browser.text("const box = document.querySelector('main .tabs [aria-current]').getBoundingClientRect();"
                        + " return box.left >= 0 && box.right <= innerWidth ? 'in view' : `${box.left} ${box.right}`"))
                .isEqualTo("in view");
    }

    @Test
    void the_menu_of_a_phone_is_off_canvas() {
        browser.size(PHONE, 780);
        logIn("viewer", "#/default/overview");
        awaitPage();
        assertThat(browser.text(MENU)).isEqualTo("hidden");

        clickText("Open the menu");
        waiting().until(() -> browser.text(MENU).equals("visible"));
        awaitText("body", "Periodic tasks");
        browser.screenshot(picture("menu", "light", PHONE));
        browser.keys(Keys.ESCAPE);
        waiting().until(() -> browser.text(MENU).equals("hidden"));
        assertThat(browser.text("return document.activeElement.ariaLabel")).isEqualTo("Open the menu");
    }

    @Test
    void the_first_load_is_at_most_150_kB_in_12_requests() {
        logIn("operator", "#/default/overview");
        awaitPage();
        browser.executeCdpCommand("Network.clearBrowserCache", Map.of());
        browser.get(ConsoleUser.url("?first=load").toString());
        awaitPage();
        awaitText("main", "Needs attention");

        long bytes = ((Number) browser.executeScript(LOADED + ".reduce((sum, entry) => sum + entry.transferSize, 0)"))
                .longValue();
        assertThat(bytes).isBetween(50_000L, FIRST_LOAD);
        assertThat(browser.text(LOADED + ".map(entry => entry.name).join(' ')").split(" "))
                .hasSizeLessThan(FIRST_REQUESTS);
    }

    @Test
    void a_screen_shows_25_tasks_in_columns_that_fit_their_state() {
        logIn("operator", PageOfConsole.TASKS.address);
        awaitPage();
        assertThat(((Long) browser.executeScript("return [...document.querySelectorAll('main tbody tr')].filter(row =>"
                + " row.getBoundingClientRect().bottom <= innerHeight).length")).intValue()).isGreaterThanOrEqualTo(25);

        PageOfConsole.RETRY.show(this);
        awaitText("main thead", "Last error");
        awaitText("main thead", "Attempt");
        awaitText("main thead", "Next run");
        assertThat(browser.text(FULL_IDS)).isEqualTo("whole");
    }

    @Test
    void the_head_of_a_long_list_stays_in_view_and_a_wide_list_scrolls_sideways() {
        logIn("operator", PageOfConsole.TASKS.address);
        awaitPage();
        browser.executeScript("window.scrollTo(0, document.body.scrollHeight)");
        waiting().until(() -> browser.text(HEAD).equals("in view"));
        browser.screenshot(picture("long_list", "light", SCREEN));

        browser.size(780, 844);
        waiting().until(() -> browser.text("const e = document.querySelector('main .table-wrap');"
                + " return e.scrollWidth > e.clientWidth ? getComputedStyle(e).overflowX : ''").equals("auto"));
    }

    @Test
    void another_page_begins_at_its_top() {
        browser.size(SCREEN, 300);
        logIn("operator", PageOfConsole.TASKS.address);
        awaitPage();
        browser.executeScript("window.scrollTo(0, 200)");

        open(PageOfConsole.CRON.address);
        awaitText("main h1", "Periodic tasks");
        awaitPage();
        assertThat(browser.text("return String(window.scrollY)")).isEqualTo("0");
    }
}
