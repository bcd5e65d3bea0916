package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.console.ConsoleEndpoint;
import io.github.asynqee.server.console.ConsoleUser;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** A console in read-only mode changes nothing, for no role. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleReadOnlyIT extends BrowserTest {

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console("asynq.console.read-only=true",
                "asynq.console.url=" + ServerUnderTest.redisUrl());
    }

    @Test
    void every_change_is_refused_for_every_role() {
        enqueue("mails", "a", "{}");
        Set<String> before = keysOfTasks();
        List<String> accepted = new ArrayList<>();
        for (String role : List.of("viewer", "operator", "admin")) {
            ConsoleUser user = ConsoleUser.named(role);
            for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
                if (!endpoint.action().isEmpty() && endpoint.isChange()) {
                    HttpResponse<String> answer = user.change(endpoint.method(), endpoint.url(), endpoint.body());
                    if (answer.statusCode() != 403) {
                        accepted.add(role + " " + endpoint + ": " + answer.statusCode() + " " + answer.body());
                    }
                }
            }
        }

        assertThat(accepted).isEmpty();
        assertThat(keysOfTasks()).isEqualTo(before);
        assertThat(ConsoleUser.named("admin").post("api/default/queues/mails/pause", null).body())
                .contains("\"code\":\"read-only\"");
    }

    private Set<String> keysOfTasks() {
        return redis.keys("asynq:*").stream().filter(key -> !key.startsWith("asynq:console:"))
                .collect(Collectors.toSet());
    }

    @Test
    void an_admin_is_offered_no_change_and_is_shown_the_reason() {
        DemoData.write(redis);
        logIn("admin", "#/default/overview");
        awaitText(".banner", "Read-only mode");
        for (String page : Offers.PAGES) {
            open(page.replace("mails%2Fretry", "webhooks%2F" + DemoData.FAILED_TASK).replace("mails", "webhooks"));
            awaitPage();
            assertThat(Offers.of(browser)).as(page).isEmpty();
        }
        open("#/default/queues");
        awaitPage();
        browser.executeScript(
                "[...document.querySelectorAll('main button')].find(e => e.innerText.includes('New task')).click()");
        awaitText(".toasts", "The console is in read-only mode.");
    }
}
