package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

import jakarta.json.Json;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Forms keep typed values, submit once, and use the displayed time zone. */
@ArquillianTest
@RunAsClient
class ConsoleFormsIT extends BrowserTest {

    private static final String HOLD = field("Hold");
    private static final String REMINDER = field("Reminder");
    private static final String RULES = "#/default/alerts/rules";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void edits_of_the_rules_stay_on_another_tab_and_when_another_admin_saves_which_a_note_says() {
        ConsoleUser other = ConsoleUser.named("admin");
        logIn("admin", RULES);
        set(HOLD, "77");
        open("#/default/alerts/silences");
        awaitText("main", "No silence is set");
        open(RULES);
        waiting().until(() -> browser.text("return " + HOLD + ".value").equals("77"));

        // a silence does not need a rule
        other.post("api/default/alerts/silences",
                "{\"code\":null,\"queues\":null,\"until\":\"2040-01-01T00:00:00Z\",\"reason\":\"a test\"}");
        awaitText("main nav", "Silences\n1");
        assertThat(textOf("main")).doesNotContain("by another user");
        long revision = other.json(other.get("api/default/alerts")).getJsonObject("settings").getInt("revision");
        assertThat(other.post("api/default/alerts/settings", "{\"revision\":" + revision
                + ",\"holdMs\":5000,\"thresholds\":[]}").statusCode()).isEqualTo(200);
        awaitText("main", "The rules were changed by another user");
        assertThat(browser.text("return " + HOLD + ".value")).isEqualTo("77");
        assertThat(browser.clickText("Save the rules")).isFalse();

        clickText("Continue with my edits");
        clickText("Save the rules");
        awaitText("The rules are saved.");
        waiting().until(
                () -> other.json(other.get("api/default/alerts")).getJsonObject("settings").getInt("holdMs") == 77_000);
        awaitText("main", "Save the rules");
        assertThat(browser.text("return " + HOLD + ".value")).isEqualTo("77");
    }

    @Test
    void a_number_of_the_rules_that_is_out_of_range_is_marked_and_not_sent() {
        logIn("admin", RULES);
        awaitText("main", "Save the rules");
        assertThat(textOf(".crumbs")).isEqualTo("Alerts\nRules");
        set(REMINDER, "2");
        waiting().until(() -> browser.text("return " + REMINDER + ".ariaInvalid").equals("true"));
        assertThat(browser.clickText("Save the rules")).isFalse();

        set(REMINDER, "5");
        clickText("Save the rules");
        awaitText("The rules are saved.");
        assertThat(browser.text("return " + REMINDER + ".value")).isEqualTo("5");
    }

    @Test
    void a_viewer_cannot_use_the_fields_of_the_rules_and_sees_why() {
        logIn("viewer", RULES);
        awaitText("main", "Needs the role asynq-admin.");

        assertThat(browser.is("[...document.querySelectorAll('main form input, main form select')]"
                + ".every(e => e.matches(':disabled'))")).isTrue();
        assertThat(browser.clickText("Add a threshold")).isFalse();
    }

    @Test
    void a_double_click_acts_once() {
        enqueue("mails", "one", "{}");
        logIn("operator", "#/default/queues/mails?tab=statistics");
        press(Hand.MOUSE, "Markers");
        type(Hand.MOUSE, "Text", "deployed");
        waiting().until(() -> browser
                .executeScript("const e = document.querySelector('dialog button[type=submit]:not([aria-disabled])');"
                        + " e?.click(); e?.click(); return !!e")
                .equals(true));

        awaitText("The marker is added.");
        ConsoleUser viewer = ConsoleUser.named("viewer");
        assertThat(viewer.json(viewer.get("api/default/markers")).getJsonArray("items")).hasSize(1);
        assertThat(audit()).hasSize(1);
    }

    @Test
    void times_are_entered_in_the_time_zone_of_the_settings_which_the_form_names() {
        logIn("operator", "#/default/settings");
        awaitPage();
        browser.executeScript(
                "localStorage.setItem('asynq-console', JSON.stringify({zone: 'Asia/Kolkata', times: 'absolute'}))");
        browser.executeScript("location.hash = '#/default/tasks'; location.reload()");
        press(Hand.MOUSE, "New task");
        awaitText("dialog", "Time zone: Asia/Kolkata");
        type(Hand.MOUSE, "Queue", "mails");
        type(Hand.MOUSE, "Type", "mail:send");
        LocalDate day = LocalDate.now().plusYears(1);
        set("[...document.querySelectorAll('dialog label')].find(e => e.innerText === 'Run at').parentElement"
                + ".querySelector('input')", day + "T09:30:00");
        press(Hand.MOUSE, "Create the task");

        Instant expected = day.atTime(LocalTime.of(9, 30)).atZone(ZoneId.of("Asia/Kolkata")).toInstant();
        try (Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            waiting().until(() -> redis.zcard("asynq:{mails}:scheduled") == 1);
            String id = redis.zrange("asynq:{mails}:scheduled", 0, 0).get(0);
            assertThat(inspector.tasks().get("mails", id).info().nextProcessAt()).isEqualTo(expected);
        }
        open("#/default/tasks?q=state%3Ascheduled");
        awaitText("main table", day.getYear() + " 09:30:00");
    }

    private static String field(String label) {
        return "[...document.querySelectorAll('main label')].find(e => e.innerText.startsWith('" + label
                + "')).parentElement.querySelector('input')";
    }

    /** Fills a field as a user does, for kinds of fields that take no keys. */
    private static void set(String field, String value) {
        waiting().untilAsserted(
                () -> browser.executeScript("const e = " + field + "; e.value = " + Json.createValue(value)
                        + "; e.dispatchEvent(new Event('input', {bubbles: true}))"));
    }
}
