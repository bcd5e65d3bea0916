package io.github.asynqee.server.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.CommandTimes;
import io.github.asynqee.server.Figures;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.SharedDeployments;
import io.github.asynqee.server.console.ConsoleUser;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.FlushMode;

/** The deployed console beside 1,000,000 tasks in 1,000 queues, and with 100 open browsers. */
@Tag("thorough")
@ArquillianTest
@RunAsClient
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ConsoleScaleIT {

    private static final int QUEUES = 1_000;
    /** A user has 50 live streams at most. */
    private static final int BROWSERS = 100;
    private static final List<String> USERS = List.of("viewer", "operator", "admin");
    private static final int CALLS = 9;
    private static final Duration LONGEST_COMMAND = Duration.ofMillis(10);
    private static final int WATCHED_SECONDS = 15;

    /** The requests of each page. */
    private static final List<String> PAGES = List.of("overview", "queues?sort=pending&dir=desc", "queues/queue-0500",
            "queues/queue-0500/statistics?range=24h", "tasks?q=state:retry%20queue:queue-0500", "tasks?q=ann",
            "batches", "errors", "find?id=queue-0999-7", "tasks/queue-0999/queue-0999-7", "servers", "cron", "info",
            "audit",
            "jobs", "alerts");

    private final Jedis redis = new Jedis(URI.create(ServerUnderTest.redisUrl()), 60_000);

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @BeforeEach
    void begin_with_an_empty_redis() {
        redis.flushAll();
    }

    @AfterEach
    void end_with_an_empty_redis() {
        redis.flushAll(FlushMode.ASYNC);
        redis.close();
    }

    @Test
    void each_page_is_there_within_a_second_beside_a_million_tasks() {
        ManyTasks.write(redis, QUEUES, Instant.now().getEpochSecond());
        ConsoleUser viewer = ConsoleUser.named("viewer");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> viewer.get("api/default/overview").body().contains("\"queues\":" + QUEUES));
        PAGES.forEach(page -> millis(viewer, page));
        CommandTimes times = CommandTimes.record(redis);

        Map<String, Long> medians = new LinkedHashMap<>();
        for (String page : PAGES) {
            times.reset();
            medians.put(page, medianMillis(viewer, page));
            assertThat(times.slowerThan(LONGEST_COMMAND)).as(page).isEmpty();
        }

        Figures.add("1,000,000 tasks in 1,000 queues: pages in ms " + medians);
        assertThat(medians).allSatisfy((page, millis) -> assertThat(millis).as(page).isLessThan(1_000));
    }

    private static long medianMillis(ConsoleUser user, String page) {
        return IntStream.range(0, CALLS).mapToLong(i -> millis(user, page)).sorted().skip(CALLS / 2)
                .findFirst().getAsLong();
    }

    private static long millis(ConsoleUser user, String page) {
        long begin = System.nanoTime();
        HttpResponse<String> answer = user.get("api/default/" + page);
        long nanos = System.nanoTime() - begin;
        assertThat(answer.statusCode()).as(page + ": " + answer.body()).isEqualTo(200);
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    @Test
    void a_hundred_open_browsers_share_what_is_read() throws InterruptedException {
        List<ConsoleUser> users = new ArrayList<>();
        for (int i = 0; i < BROWSERS; i++) {
            users.add(ConsoleUser.named(USERS.get(i % USERS.size())));
        }
        AtomicInteger events = new AtomicInteger();
        Set<Integer> informed = ConcurrentHashMap.newKeySet();
        enqueue("busy");
        follow(users.get(0), 0, informed, events);
        await().until(() -> informed.contains(0));
        double one = cpuShare();

        for (int i = 1; i < BROWSERS; i++) {
            follow(users.get(i), i, informed, events);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> informed.size() == BROWSERS);
        int before = events.get();
        double all = cpuShare();
        informed.clear();
        enqueue("news");

        await().atMost(Duration.ofSeconds(15)).until(() -> informed.size() == BROWSERS);
        long page = millis(users.get(0), "overview");
        Figures.add(
                "100 open browsers: %.1f %% of a processor for Redis, %.1f %% with one; %d events; overview in %d ms"
                        .formatted(100 * all, 100 * one, events.get() - before, page));
        assertThat(all).as("share of a processor that Redis uses").isLessThan(0.05);
        assertThat(page).isLessThan(1_000);
    }

    /** The stream tells of each queue that is new or changes. */
    private static void follow(ConsoleUser user, int number, Set<Integer> informed, AtomicInteger events) {
        user.follow("api/default/live", line -> {
            if (line.startsWith("data:")) {
                events.incrementAndGet();
                if (line.contains("\"name\":\"busy\"") || line.contains("\"name\":\"news\"")) {
                    informed.add(number);
                }
            }
        });
    }

    private static void enqueue(String queue) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("mail:send", "{}").queue(queue));
        }
    }

    /** The share of a processor that Redis uses while nothing else happens. */
    private double cpuShare() throws InterruptedException {
        double before = usedCpu();
        TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
        return (usedCpu() - before) / WATCHED_SECONDS;
    }

    private double usedCpu() {
        return redis.info("cpu").lines().filter(line -> line.matches("used_cpu_(user|sys):.*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1))).sum();
    }
}
