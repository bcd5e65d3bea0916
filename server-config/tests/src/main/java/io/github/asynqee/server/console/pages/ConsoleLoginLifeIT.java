package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpCookie;
import java.util.List;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * The life of a login in a browser. Open Liberty has two cookies, and either can expire first; WildFly has one. The
 * next login of any user succeeds and leads to the requested page.
 */
@ArquillianTest
@RunAsClient
@OnOneServer
class ConsoleLoginLifeIT extends BrowserTest {

    private static final String SESSION = "ASYNQ_CONSOLE";
    private static final boolean TWO_COOKIES = ServerUnderTest.server() == AppServer.LIBERTY;
    private static final String LOGIN = TWO_COOKIES ? "LtpaToken2" : SESSION;
    private static final String PAGE = "#/default/queues";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    /** In the form that is shown. */
    private void logInHere(String user) {
        waiting().untilAsserted(() -> browser.fill("#user", user));
        browser.fill("#password", user);
        browser.click("button[type=submit]");
    }

    private void awaitUser(String user) {
        awaitPage();
        assertThat(browser.executeAsyncScript("const done = arguments[0]; fetch('api/session').then(answer =>"
                + " answer.json()).then(session => done(session.user), error => done(String(error)))")).isEqualTo(user);
    }

    private void expire(String... cookies) {
        for (String cookie : cookies) {
            browser.manage().deleteCookieNamed(cookie);
        }
    }

    @Test
    void an_open_page_leads_to_the_login_when_it_has_expired_and_back() {
        logIn("viewer", PAGE);
        for (String user : List.of("viewer", "operator", "viewer")) {
            expire(LOGIN);
            logInHere(user);
            awaitUser(user);
            assertThat(browser.getCurrentUrl()).endsWith(PAGE);
        }
    }

    @Test
    void a_page_that_is_opened_after_the_login_has_expired_asks_for_another() {
        for (String user : List.of("viewer", "operator")) {
            logIn("viewer", PAGE);
            awaitPage();
            browser.get(ConsoleUser.url("css/console.css").toString());
            expire(LOGIN);

            browser.get(ConsoleUser.url(PAGE).toString());
            logInHere(user);
            awaitUser(user);
        }
    }

    @Test
    void the_other_cookie_and_both_may_be_gone() {
        logIn("operator", PAGE);
        awaitPage();
        expire(LOGIN, SESSION);
        logInHere("operator");
        awaitUser("operator");
        expire(SESSION);
        browser.navigate().refresh();
        if (!TWO_COOKIES) {
            logInHere("operator");
        }
        awaitUser("operator");
    }

    @Test
    void another_user_may_log_in_without_a_logout() {
        logIn("viewer", PAGE);
        awaitPage();

        browser.get(ConsoleUser.url("login.html").toString());
        logInHere("operator");
        awaitUser("operator");
    }

    /** Two logins in one browser. */
    @Test
    void a_session_of_one_user_and_the_login_of_another_are_no_failure() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        ConsoleUser operator = ConsoleUser.named("operator");
        HttpCookie session = operator.cookies().getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(SESSION)).findFirst().orElseThrow();
        viewer.cookies().getCookieStore().add(ConsoleUser.url(""), session);

        assertThat(viewer.get("api/session").statusCode()).isIn(200, 401);
        assertThat(viewer.get("api/session").statusCode()).isEqualTo(200);
        assertThat(operator.get("api/session").statusCode()).isIn(200, 401);
    }
}
