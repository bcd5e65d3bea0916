package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.StringReader;
import java.net.http.HttpResponse;
import java.time.Duration;

import jakarta.json.Json;
import jakarta.json.JsonObject;

import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** The day of the shop: the same each time, with every outcome that a task can have. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ShopDayIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final int TASKS = 34;
    private static final int FOLLOW_UPS = 4;

    private final QueueState critical = new QueueState(redis, "critical");
    private final QueueState low = new QueueState(redis, "low");

    ShopDayIT() {
        super("default");
    }

    @Test
    void a_day_leaves_tasks_that_are_done_retried_archived_and_scheduled() {
        assertThat(live()).isIn(TASKS, TASKS + 1);
        assertThat(low.scheduled()).as("follow-ups, for half a minute").isEqualTo(FOLLOW_UPS);

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(critical.archived()).as("a sold out order and an unknown address").isEqualTo(2);
            assertThat(critical.completed()).as("orders").isEqualTo(6);
            assertThat(queue.archived()).as("a debit without a retry left").isEqualTo(1);
            assertThat(queue.completed()).as("debits, one after a retry, and the night's yearbook").isBetween(3L, 4L);
            assertThat(queue.retrying() + queue.active() + queue.pending()).as("a debit").isEqualTo(1);
            assertThat(low.archived()).as("a newsletter, then a follow-up to an unknown address").isBetween(1L, 2L);
            assertThat(low.completed()).as("newsletters and a yearbook").isGreaterThanOrEqualTo(3 + 1);
            assertThat(ServerUnderTest.get("api/shop").body()).contains("Your parcel to Kiel", "with 3 others",
                    "Your yearbook 2025", "Fair wind");
        });
    }

    @Test
    void another_day_can_be_lived_at_once() {
        int first = live();
        int second = live();

        assertThat(second).as("the follow-ups still wait").isIn(TASKS - FOLLOW_UPS, TASKS - FOLLOW_UPS + 1);
        assertThat(first - second).isBetween(FOLLOW_UPS - 1, FOLLOW_UPS);
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(critical.archived()).isEqualTo(4);
            assertThat(critical.pending() + critical.active()).isZero();
            assertThat(low.archived()).as("the same newsletter is delivered once").isBetween(1L, 2L);
            assertThat(low.pending() + low.active()).as("yearbooks are bound").isZero();
        });
    }

    private static int live() {
        HttpResponse<String> day = ServerUnderTest.post("api/day", "");

        assertThat(day.statusCode()).as(day.body()).isEqualTo(202);
        JsonObject json = Json.createReader(new StringReader(day.body())).readObject();
        return json.getInt("tasks");
    }
}
