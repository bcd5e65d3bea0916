package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A viewer is offered no change, by no control and no key. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleViewerIT extends BrowserTest {

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @BeforeEach
    void write_tasks() {
        DemoData.write(redis);
    }

    private static String page(String page) {
        return page.replace("mails%2Fretry", "webhooks%2F" + DemoData.FAILED_TASK).replace("mails", "webhooks");
    }

    @Test
    void no_control_of_any_page_offers_a_change() {
        logIn("viewer", "#/default/overview");
        for (String page : Offers.PAGES) {
            open(page(page));
            awaitPage();
            assertThat(Offers.of(browser)).as(page).isEmpty();
        }

        logIn("operator", page("#/default/tasks?task=mails%2Fretry"));
        awaitPage();
        awaitText(".drawer", "Run now");
        assertThat(Offers.of(browser)).contains("Run now", "Archive", "Edit…", "New task").doesNotContain("Delete");
    }

    @Test
    void no_key_changes_a_task() {
        logIn("viewer", "#/default/tasks?q=queue%3Awebhooks%20state%3Aretry");
        awaitText("main table", "webhook:deliver");
        long before = redis.zcard("asynq:{webhooks}:retry");

        for (String key : new String[]{ "e", "r", "#" }) {
            browser.keys("jx" + key);
            awaitText(".toasts", key.equals("#") ? "Needs the role asynq-admin." : "Needs the role asynq-operator.");
            browser.keys("x");
        }

        assertThat(redis.zcard("asynq:{webhooks}:retry")).isEqualTo(before);
        assertThat(audit()).isEmpty();
    }
}
