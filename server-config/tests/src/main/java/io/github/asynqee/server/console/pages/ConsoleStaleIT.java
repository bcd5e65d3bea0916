package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
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

/** A page whose data has changed, was deleted or arrives slowly, and a page whose session has ended. */
@Tag("thorough")
@ArquillianTest
@RunAsClient
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ConsoleStaleIT extends BrowserTest {

    private static final String BUTTONS = "return [...document.querySelectorAll('.drawer header button')]"
            + ".map(e => e.innerText || e.ariaLabel).join('|')";

    /** Longer than the interval in which the list of tasks is loaded again. */
    private static final String SLOW_TASKS = "const real = window.fetch; window.fetch = (url, options) =>"
            + " /\\/tasks\\?/.test(url) ? new Promise((resolve, reject) => {"
            + " options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));"
            + " setTimeout(() => resolve(real(url, options)), 5000); }) : real(url, options)";

    private static final String LOG_IN = "const done = arguments[arguments.length - 1];"
            + " fetch('index.html?login=again').then(() => fetch('j_security_check', { method: 'POST',"
            + " body: new URLSearchParams({ j_username: 'operator', j_password: 'operator' }) }))"
            + ".then(() => fetch('api/session')).then((answer) => answer.json()).then((session) => done(session.user),"
            + " (error) => done(String(error)))";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void a_task_that_is_gone_is_labelled_and_offers_no_action() {
        enqueue("mails", "gone", "{}");
        logIn("operator", "#/default/audit?task=mails%2Fgone");
        awaitText(".drawer header", "Archive");

        try (Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            inspector.changes().delete("mails", "gone");
        }
        awaitText(".drawer", "This task is no longer in Redis.");
        assertThat(browser.text(BUTTONS)).contains("Close").doesNotContain("Archive", "Edit", "More");
    }

    @Test
    void the_page_of_a_queue_that_is_deleted_says_so() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues/mails");
        awaitText("main", "Pending");

        try (Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            inspector.queues().remove("mails", true);
        }
        awaitText("main", "There is no such queue");
    }

    @Test
    void the_list_follows_the_users_own_action_while_a_task_is_open() {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            for (String id : List.of("first", "second")) {
                client.enqueue(Task.of("mail:send", "{}").queue("mails").id(id).processIn(Duration.ofHours(1)));
            }
        }
        logIn("operator", "#/default/tasks?q=state%3Ascheduled&task=mails%2Ffirst");
        awaitText("main table", "second");
        awaitText(".drawer header", "Archive");
        browser.executeScript("document.activeElement.blur()");
        browser.keys("e");

        awaitText(".toasts", "The task is archived.");
        waiting().untilAsserted(() -> assertThat(textOf("main table")).contains("second").doesNotContain("first"));
        assertThat(textOf(".drawer h2")).isEqualTo("first");
        assertThat(textOf(".update-pill")).isEmpty();
    }

    @Test
    void a_list_that_comes_slowly_is_not_asked_for_again_before_it_is_there() {
        enqueue("mails", "slow", "{}");
        logIn("viewer", "#/default/audit");
        awaitPage();
        browser.executeScript(SLOW_TASKS);
        open("#/default/tasks");

        awaitText("main table", "slow");
    }

    @Test
    void a_form_survives_the_end_of_the_session_and_is_saved_after_a_login_in_another_tab() {
        enqueue("mails", "a", "{}");
        logIn("operator", "#/default/queues/mails");
        awaitText("main", "Pending");
        press(Hand.MOUSE, "New task");
        type(Hand.MOUSE, "Type", "mail:late");
        browser.forgetCookies();
        clickText("Create the task");
        awaitText("Log in in another tab, then save again");

        assertThat((String) browser.executeAsyncScript(LOG_IN)).isEqualTo("operator");
        clickText("Create the task");
        awaitText("The task is created.");
        assertThat(redis.llen("asynq:{mails}:pending")).isEqualTo(2);
    }

    @Test
    void an_address_of_an_unknown_redis_opens_no_other_one() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");
        open("#/elsewhere/queues");

        awaitText("main", "This console has no Redis of this name");
        assertThat(textOf("main")).contains("elsewhere").doesNotContain("mails");
        clickText("To default");
        awaitPage();
        assertThat(browser.getCurrentUrl()).endsWith("#/default/overview");
    }

    @Test
    void a_damaged_address_does_not_break_the_page() {
        enqueue("mails", "a", "{}");
        logIn("viewer", "#/default/queues");
        awaitText("main table", "mails");
        open("#/default/cron?zone=Nowhere&task=a/b%25");

        awaitText("main", "Periodic tasks");
        awaitText(".drawer h2", "b%");
    }
}
