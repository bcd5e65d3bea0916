package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import org.awaitility.core.ConditionTimeoutException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Each page shows all data of a Redis with {@link HostileData}. A page, a part and a row that cannot be drawn break nothing else. */
@ArquillianTest
@RunAsClient
@Tag("thorough")
class ConsoleHostilePagesIT extends BrowserTest {

    private static final List<String> STATES = List.of("pending", "active", "scheduled", "retry", "archived",
            "completed", "aggregating");
    private static final int TIMES = Sample.ALL ? 4 : 1;
    private static final int QUEUES = 12 * TIMES;
    private static final int TASKS = 25 * TIMES;
    /** How many addresses are shown with each format of times, in addition to the lists of tasks. */
    private static final int SOME = 15 * TIMES;

    private static final List<String> LISTS = Stream.concat(Stream.of("#/default/tasks", "#/default/errors"),
            STATES.stream().map(state -> "#/default/tasks?q=state%3A" + state)).toList();

    /** Collects what fails on the page from now on, and shows many rows. */
    private static final String WATCH = """
            window.failures = [];
            const { error } = console;
            console.error = (...all) => { failures.push(String(all[0]?.stack ?? all[0])); error(...all); };
            addEventListener('error', event => failures.push('error ' + event.message));
            addEventListener('unhandledrejection', event => failures.push('rejection ' + event.reason));""";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String NONE = "document.querySelector('main.page h1')?.innerText === 'There is no such page'";
    private static final String SETTLED = NONE.replace("===", "!==") + " && !document.querySelector('[aria-busy=true]')"
            + " && document.querySelector('main.page h1, main.page .problem')"
            + " && (!location.hash.includes('task=') || document.querySelector('.drawer h3, .drawer .problem'))";

    private static final String FAILURES = """
            const bad = /Invalid Date|\\bNaN (?:(?:d|h|min|s|ms|kB)\\b|%)|Infinity|undefined|\\[object /.exec(document.body.innerText);
            const broken = document.querySelectorAll('[data-broken]').length;
            return [...window.failures.splice(0), ...(broken ? [broken + ' broken parts'] : []),
              ...(bad ? ['shows ' + bad[0]] : [])].join(' | ')""";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Everything there is to show, by its address. */
    private List<String> addresses() {
        List<String> all = new ArrayList<>();
        for (PageOfConsole page : PageOfConsole.values()) {
            all.add(page.address);
        }
        for (String queue : Sample.some("queues", redis.smembers("asynq:queues").stream().sorted().toList(), QUEUES)) {
            for (String tab : List.of("", "?tab=statistics", "?tab=batches", "?tab=limits", "?tab=archived")) {
                all.add("#/default/queues/" + encoded(queue) + tab);
            }
        }
        for (String state : STATES) {
            all.add("#/default/queues/" + HostileData.QUEUE + "?tab=" + state);
        }
        all.add("#/default/queues/" + HostileData.QUEUE + "?tab=batches");
        all.add("#/default/queues/" + HostileData.QUEUE + "?tab=limits");
        for (String batch : Sample.some("batches", redis.zrange("asynq:{" + HostileData.QUEUE + "}:batches", 0, -1),
                4)) {
            all.add("#/default/queues/" + HostileData.QUEUE + "?tab=batches&batch=" + encoded(batch));
        }
        String key = "asynq:{" + HostileData.QUEUE + "}:t:";
        for (String task : Sample.some("tasks", redis.keys(key + "*").stream().sorted().toList(), TASKS)) {
            all.add("#/default/tasks?task=" + encoded(HostileData.QUEUE + "/" + encoded(task.substring(key.length()))));
        }
        return all;
    }

    private void watch(String times) {
        browser.executeScript("localStorage.setItem('asynq-console', JSON.stringify({rows: 200, times: '" + times
                + "'}));");
        browser.navigate().refresh();
        awaitPage();
        browser.executeScript(WATCH);
    }

    private String failureOf(String address) {
        open("#/default/none");
        waiting().until(() -> browser.is(NONE));
        open(address);
        try {
            waiting().atMost(LIMIT).until(() -> browser.is(SETTLED));
        } catch (ConditionTimeoutException e) {
            return "is not shown in " + LIMIT + "; " + browser.text(FAILURES);
        }
        return browser.text(FAILURES);
    }

    @Test
    void every_page_shows_hostile_data() {
        try (Jedis jedis = new Jedis(ServerUnderTest.redisUrl())) {
            HostileData.fill(jedis);
        }
        List<String> failures = new ArrayList<>();
        List<String> all = addresses();
        logIn("admin", "#/default/overview");
        for (String times : List.of("relative", "absolute")) {
            watch(times);
            List<String> some = new ArrayList<>(Sample.some(times, all, SOME));
            some.addAll(LISTS);
            for (String address : some) {
                String failure = failureOf(address);
                if (!failure.isEmpty()) {
                    failures.add(times + " " + address + ": " + failure.substring(0, Math.min(400, failure.length())));
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    /** No data does this: the format of one time fails. */
    @Test
    void a_row_that_cannot_be_drawn_breaks_no_other() {
        Instant broken = Instant.now().plusSeconds(86_400).truncatedTo(ChronoUnit.SECONDS);
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("t", "{}").queue("q").id("broken").processAt(broken));
            client.enqueue(Task.of("t", "{}").queue("q").id("whole").processAt(broken.plusSeconds(1)));
        }
        logIn("viewer", "#/default/overview");
        awaitPage();
        browser.executeScript("const Real = Intl.DateTimeFormat; Intl.DateTimeFormat = function (...all) {"
                + " const real = new Real(...all); return { format: at => {"
                + " if (at === " + broken.toEpochMilli()
                + ") throw new RangeError('injected'); return real.format(at); },"
                + " formatToParts: at => real.formatToParts(at), resolvedOptions: () => real.resolvedOptions() }; }");

        open("#/default/tasks?q=state%3Ascheduled");
        awaitText("main tbody", "whole");
        assertThat(textOf("main tbody tr[data-broken]")).startsWith("This row could not be shown.");
        open("#/default/tasks?q=state%3Ascheduled&task=q%2Fbroken");
        awaitText(".drawer .timeline [data-broken]", "This row could not be shown.");
        awaitText(".drawer h2", "broken");
    }
}
