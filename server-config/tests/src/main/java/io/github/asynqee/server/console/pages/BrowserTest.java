package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.browser.Browser;
import io.github.asynqee.server.console.ConsoleUser;
import io.github.asynqee.server.console.EmptyRedisTest;
import io.github.asynqee.server.process.AppServer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.openqa.selenium.NoSuchSessionException;

/**
 * A test of the console's pages in a browser, the same one for all classes. Skipped, with the reason, without Chromium.
 * The subclass deploys the console.
 */
@OnOneServer(AppServer.WILDFLY)
@ExtendWith(BrowserTest.OneBrowser.class)
abstract class BrowserTest extends EmptyRedisTest {

    private static final Duration LIMIT = Duration.ofSeconds(40);

    static Browser browser;

    /** Starts the browser for the first class, and leaves its page after each class. */
    static final class OneBrowser implements BeforeAllCallback, AfterAllCallback {

        @Override
        public void beforeAll(ExtensionContext context) {
            Browser.missing().ifPresent(reason -> {
                System.err.println("SKIPPED: a test of the console in a browser: " + reason);
                Assumptions.abort(reason);
            });
            browser = context.getRoot().getStore(Namespace.create(BrowserTest.class)).getOrComputeIfAbsent(
                    Browser.class, type -> Browser.start(), Browser.class);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            try {
                if (browser != null) {
                    browser.reset();
                }
            } catch (NoSuchSessionException e) {
                // closing the last of several tabs can end Chromium: the next class starts another one
                context.getRoot().getStore(Namespace.create(BrowserTest.class)).remove(Browser.class);
                browser = null;
            }
        }
    }

    /** Logs in from the page that is wanted, in place of the current user; the console returns to that page. */
    void logIn(String user, String page) {
        // an answer that is under way can bring a cookie back
        waiting().untilAsserted(() -> {
            browser.get(ConsoleUser.url("login.html").toString());
            browser.executeScript("localStorage.clear(); sessionStorage.clear()");
            browser.forgetCookies();
            browser.get(ConsoleUser.url("").resolve(page).toString());
            soon().untilAsserted(() -> browser.fill("#user", user));
            browser.fill("#password", user);
            browser.click("button[type=submit]");
            // the login page is shown under the address of the requested page
            soon().until(() -> browser.text("return document.querySelector('main.page') ? location.href : ''")
                    .endsWith(page));
        });
    }

    private static ConditionFactory soon() {
        return waiting().atMost(Duration.ofSeconds(8));
    }

    /** Shows another page of the console to the user who is logged in. */
    void open(String page) {
        browser.executeScript("location.hash = '" + page + "'");
    }

    /** Presses a control, as soon as it can be. */
    void press(Hand hand, String name) {
        waiting().until(() -> hand.press(browser, name));
    }

    /** Types into a field once the field is there. */
    void type(Hand hand, String label, String text) {
        waiting().until(() -> hand.type(browser, label, text));
    }

    void clickText(String text) {
        waiting().until(() -> browser.clickText(text));
    }

    void awaitText(String text) {
        waiting().untilAsserted(() -> assertThat(browser.text()).contains(text));
    }

    /** Waits until an element contains a text. */
    void awaitText(String css, String text) {
        waiting().untilAsserted(() -> assertThat(textOf(css)).contains(text));
    }

    /** The visible text of an element; empty if there is none. */
    static String textOf(String css) {
        return browser.text("return document.querySelector('" + css + "')?.innerText ?? ''");
    }

    /** Waits until the page shows its data. */
    void awaitPage() {
        waiting().until(() -> browser.is("document.querySelector('main.page h1')"
                + " && !document.querySelector('[aria-busy=true]')"));
    }

    static ConditionFactory waiting() {
        return await().atMost(LIMIT).pollInterval(Duration.ofMillis(100)).pollDelay(Duration.ZERO).ignoreExceptions();
    }
}
