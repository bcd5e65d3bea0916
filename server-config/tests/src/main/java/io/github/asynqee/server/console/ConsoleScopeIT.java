package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The user {@code team} has the role admin for {@code mails} and {@code billing-*} only: no method shows or changes anything
 * of another queue.
 */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleScopeIT extends ConsoleTest {

    private static final String SECRET = "hidden-q";
    private static final String ENCODED = "~" + Base64.getUrlEncoder().withoutPadding()
            .encodeToString(SECRET.getBytes(StandardCharsets.UTF_8));

    private ConsoleUser team;
    private String job;

    @BeforeEach
    void fill() {
        for (String queue : List.of("mails", "billing-eu", SECRET)) {
            enqueue(queue, "waiting-" + queue, "{\"of\":\"" + queue + "\"}");
            enqueue(queue, "same", "{}");
        }
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.batch("same").queue(SECRET).add(List.of(Task.of("t", "{}").queue(SECRET).id("member"))).enqueue();
        }
        team = ConsoleUser.named("team");
        ConsoleUser admin = ConsoleUser.named("admin");
        admin.post("api/default/tasks/" + SECRET + "/same/archive", null);
        admin.post("api/default/tasks/mails/same/clone", "{\"queue\":\"" + SECRET + "\"}");
        job = admin.json(admin.post("api/default/jobs",
                "{\"action\":\"archive\",\"q\":\"queue:" + SECRET + "\",\"reason\":\"" + SECRET + "\"}"))
                .getString("id");
        await().atMost(Duration.ofSeconds(20)).until(
                () -> admin.get("api/default/jobs/" + job).body().contains("\"state\":\"done\""));
    }

    private String url(ConsoleEndpoint endpoint, String queue, String id) {
        return "api/" + endpoint.path().replace("{redis}", "default").replace("{queue}", queue).replace("{id}", id)
                .replace("{batch}", id).replace("{job}", job);
    }

    @Test
    void no_method_shows_another_queue() {
        List<String> leaks = new ArrayList<>();
        Map<String, Integer> statuses = new TreeMap<>();
        for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
            if (!endpoint.isChange() && !endpoint.path().endsWith("/live")) {
                for (String queue : List.of(SECRET, ENCODED)) {
                    // the ID does not contain the queue's name, so a name in the answer is not an echo of the request
                    HttpResponse<String> answer = team.get(url(endpoint, queue, "same") + "?id=same");
                    statuses.put(endpoint.toString(), answer.statusCode());
                    if (answer.body().contains(SECRET)) {
                        leaks.add(endpoint + ": " + answer.body());
                    }
                }
            }
        }
        assertThat(leaks).isEmpty();
        assertThat(statuses).containsEntry("GET {redis}/tasks/{queue}/{id}", 404)
                .containsEntry("GET {redis}/batches/{queue}/{batch}", 404)
                .containsEntry("GET {redis}/queues/{queue}", 404).containsEntry("GET {redis}/jobs/{job}", 404)
                .containsEntry("GET {redis}/info", 403).containsEntry("GET {redis}/tasks", 200)
                .containsEntry("GET {redis}/find", 200);
    }

    @Test
    void numbers_of_other_queues_and_markers_of_others_are_out_of_reach() {
        ConsoleUser admin = ConsoleUser.named("admin");
        await().atMost(Duration.ofSeconds(20)).until(
                () -> admin.get("api/default/queues").body().contains("\"freshness\":{\"queues\":3,"));
        assertThat(team.get("api/default/queues").body()).contains("\"freshness\":{\"queues\":2,");
        assertThat(team.get("api/default/overview").body()).contains("\"freshness\":{\"queues\":2,");

        String foreign = markerOf(admin);
        assertThat(team.change("DELETE", "api/default/markers/" + foreign, null).statusCode()).isEqualTo(403);
        assertThat(team.change("DELETE", "api/default/markers/" + markerOf(team), null).statusCode()).isEqualTo(204);
        assertThat(admin.post("api/default/markers", "{\"text\":\"x\",\"at\":\"9998-01-01T00:00:00Z\"}")
                .statusCode()).isEqualTo(400);
        assertThat(admin.get("api/default/markers").body()).contains(foreign);
        assertThat(team.get("api/default/markers").body()).doesNotContain(foreign);
    }

    private static String markerOf(ConsoleUser user) {
        return user.json(user.post("api/default/markers", "{\"text\":\"deploy\"}")).getString("id");
    }

    @Test
    void no_method_changes_another_queue() {
        Map<String, String> before = content();
        List<String> wrong = new ArrayList<>();
        for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
            boolean named = endpoint.path().contains("{queue}") || endpoint.path().contains("{job}");
            if (endpoint.isChange() && named) {
                int status = team.change(endpoint.method(), url(endpoint, SECRET, "same"), endpoint.body())
                        .statusCode();
                if (status != 404) {
                    wrong.add(endpoint + ": " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
        String target = "{\"queue\":\"" + SECRET + "\"}";
        assertThat(team.post("api/default/tasks/mails/same/move", target).statusCode()).isEqualTo(404);
        assertThat(team.post("api/default/tasks/mails/same/clone", target).statusCode()).isEqualTo(404);
        assertThat(team.post("api/default/tasks", "{\"type\":\"t\",\"queue\":\"" + SECRET + "\"}").statusCode())
                .isEqualTo(404);
        String all = "{\"action\":\"delete\",\"q\":\"\",\"reason\":\"all\"}";
        HttpResponse<String> created = team.post("api/default/jobs", all);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String id = team.json(created).getString("id");
        await().atMost(Duration.ofSeconds(20)).until(
                () -> team.get("api/default/jobs/" + id).body().contains("\"state\":\"done\""));

        assertThat(content()).isEqualTo(before);
        assertThat(redis.keys("asynq:{mails}:t:*")).isEmpty();
        assertThat(team.post("api/default/queues/billing-eu/pause", null).statusCode()).isEqualTo(204);
    }

    /** Keys of the other queue with their contents. */
    private Map<String, String> content() {
        Map<String, String> content = new TreeMap<>();
        for (String key : redis.keys("asynq:{" + SECRET + "}:*")) {
            content.put(key, HexFormat.of().formatHex(redis.dump(key)));
        }
        return content;
    }
}
