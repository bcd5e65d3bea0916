package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The pages with input from outside: links, queries, markup. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleModulesIT extends BrowserTest {

    /** About as long as the longest query the console takes. */
    private static final int LONG = 1900;

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void a_link_with_a_hostile_query_opens() {
        for (String query : new String[]{ "p" + ".\"".repeat(LONG) + "x )", "payload" + ".\"".repeat(LONG) + "x )",
                "(".repeat(2 * LONG), "a(".repeat(LONG), "\"\\".repeat(LONG) }) {
            logIn("viewer", "#/default/overview");
            open("#/default/tasks?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
            awaitText("main h1", "Tasks");
            browser.executeScript("document.querySelector('.query input').focus()");
            assertThat(browser.executeScript("return 1 + 1").toString()).as(query.substring(0, 20)).isEqualTo("2");
        }
    }

    @Test
    void text_can_be_made_neither_markup_nor_a_script() {
        logIn("viewer", "#/default/overview");

        for (String sink : new String[]{ "document.body.innerHTML = '<i>x</i>'", "document.write('x')",
                "document.createElement('script').src = 'js/console.js'", "trustedTypes.createPolicy('any', {})" }) {
            assertThat(browser.text("try { " + sink + "; return 'done' } catch (e) { return e.name }")).as(sink)
                    .isEqualTo("TypeError");
        }
        assertThat(browser.is("document.querySelector('main.page h1')")).isTrue();
    }
}
