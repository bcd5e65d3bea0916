package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.browser.Browser;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.openqa.selenium.WindowType;

/**
 * A login in two tabs of a browser, while the console is deployed again and its server restarts. The user may have to
 * log in again, and then continues on the same page.
 */
@Execution(CONCURRENT)
@OnOneServer
class ConsoleRestartIT {

    private static final Duration START = Duration.ofMinutes(3);
    private static final String QUEUES = "#/default/queues";
    private static final String QUEUE = "#/default/queues/mails";

    private final ServerPorts ports = ServerPorts.free();
    private Browser browser;
    private Inspector inspector;

    private ServerProcess start(EmbeddedRedis redis, String directory) {
        ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile(directory)).application(ServerUnderTest.consoleWar()).ports(ports)
                .env("ASYNQ_CONSOLE_URL", redis.url()).start();
        server.awaitReady(START);
        return server;
    }

    private static ConditionFactory waiting() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200))
                .ignoreExceptions();
    }

    private void show(ServerProcess server, String page) {
        browser.get(server.application().resolve("asynq-console/" + page).toString());
    }

    /** Logs in where the page asks for it, and waits for the page that was shown before. */
    private void continueOn(String page) {
        waiting().until(() -> {
            if (browser.is("document.querySelector('#password')")) {
                browser.fill("#user", "operator");
                browser.fill("#password", "operator");
                browser.click("button[type=submit]");
            }
            return browser.is("document.querySelector('main.page h1') && location.href.endsWith('" + page + "')"
                    + " && !document.querySelector('[aria-busy=true], .banner, #password')");
        });
    }

    /** Presses a button of the queue's page until the change is made; the page may ask for a login in between. */
    private void change(String action, boolean isPaused) {
        waiting().pollInterval(Duration.ofSeconds(1)).until(() -> {
            if (inspector.queues().info("mails").paused() != isPaused) {
                continueOn(QUEUE);
                browser.clickText(action);
            }
            return inspector.queues().info("mails").paused() == isPaused;
        });
    }

    @Test
    void an_open_page_continues_after_a_deployment_and_a_restart() {
        Browser.missing().ifPresent(Assumptions::abort);
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                AsynqClient client = Asynq.connect(redis.url());
                Inspector reads = Inspectors.connect(redis.url());
                Browser chromium = Browser.start()) {
            client.enqueue(Task.of("mail:send", "{}").queue("mails").id("a"));
            browser = chromium;
            inspector = reads;
            List<String> tabs;
            try (ServerProcess server = start(redis, "console-restart")) {
                show(server, QUEUES);
                continueOn(QUEUES);
                String first = browser.getWindowHandle();
                browser.switchTo().newWindow(WindowType.TAB);
                show(server, QUEUE);
                continueOn(QUEUE);
                change("Pause", true);
                tabs = List.of(first, browser.getWindowHandle());

                server.deploy(ServerUnderTest.consoleWar());
                waiting().until(() -> server.output().matches("(?s).*(CWWKZ0003I|WFLYSRV0016).*"));
                continueInBoth(tabs);
                change("Resume", false);
                assertThat(server.terminate(Duration.ofSeconds(40))).isPositive();
            }
            waiting().until(() -> browser.is("document.querySelector('.banner')"));
            try (ServerProcess restarted = start(redis, "console-restarted")) {
                assertThat(restarted.isRunning()).isTrue();
                continueInBoth(tabs);
                change("Pause", true);
            }
        }
    }

    private void continueInBoth(List<String> tabs) {
        browser.switchTo().window(tabs.get(0));
        continueOn(QUEUES);
        browser.switchTo().window(tabs.get(1));
        continueOn(QUEUE);
    }
}
