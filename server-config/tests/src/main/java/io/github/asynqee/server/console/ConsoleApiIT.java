package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.json.JsonObject;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** The console's API: views, changes, and their entries in the audit log. */
@ArquillianTest
@RunAsClient
class ConsoleApiIT extends ConsoleTest {

    @Test
    void the_session_tells_who_is_logged_in() {
        ConsoleUser operator = ConsoleUser.named("operator");

        JsonObject session = operator.json(operator.get("api/session"));

        assertThat(session.getString("user")).isEqualTo("operator");
        assertThat(session.getJsonArray("roles").toString()).isEqualTo("[\"viewer\",\"operator\"]");
        assertThat(session.getJsonArray("redis").toString()).isEqualTo("[\"default\"]");
        assertThat(session.getBoolean("readOnly")).isFalse();
        assertThat(session.getInt("refreshMs")).isEqualTo(2_000);
        assertThat(session.getString("version")).doesNotContain("$").isNotBlank();
    }

    @Test
    void a_queue_is_paused_resumed_and_deleted() {
        enqueue("mails", "a", "{}");
        ConsoleUser admin = ConsoleUser.named("admin");

        assertThat(admin.post("api/default/queues/mails/pause", null).statusCode()).isEqualTo(204);
        assertThat(redis.exists("asynq:{mails}:paused")).isTrue();
        JsonObject row = admin.json(admin.get("api/default/queues")).getJsonArray("items").getJsonObject(0);
        assertThat(row.getString("state")).isEqualTo("paused");
        assertThat(row.getInt("pending")).isEqualTo(1);
        HttpResponse<String> again = admin.post("api/default/queues/mails/pause", null);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(admin.post("api/default/queues/mails/resume", null).statusCode()).isEqualTo(204);
        assertThat(redis.exists("asynq:{mails}:paused")).isFalse();
        assertThat(admin.change("DELETE", "api/default/queues/mails", null).statusCode()).isEqualTo(409);
        assertThat(admin.change("DELETE", "api/default/queues/mails?force=true", null).statusCode()).isEqualTo(204);
        assertThat(redis.keys("asynq:{mails}:*")).isEmpty();
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("result") + " " + entry.getFields().get("user")).containsExactly(
                        "queue.pause done admin", "queue.pause refused admin", "queue.resume done admin",
                        "queue.delete refused admin", "queue.delete done admin");
    }

    @Test
    void a_task_and_a_queue_tell_why_they_wait_and_who_paused_the_queue() {
        enqueue("mails", "a", "{}");
        redis.zadd("asynq:{mails}:scheduled", 4_000_000_000d, "b");
        enqueue("mails", "b", "{}");
        redis.lrem("asynq:{mails}:pending", 0, "b");
        redis.hset("asynq:{mails}:t:b", Map.of("state", "scheduled", "asynqee:limit",
                "0".repeat(20) + " 4000000000 imports acme-secret"));
        redis.zadd("asynq:{mails}:limit:waiting", 0, "imports acme-secret\0" + "0".repeat(20) + "b");
        ConsoleUser operator = ConsoleUser.named("operator");
        operator.post("api/default/queues/mails/pause", null);
        ConsoleUser viewer = ConsoleUser.named("viewer");

        JsonObject task = viewer.json(viewer.get("api/default/tasks/mails/a/why")).getJsonArray("items")
                .getJsonObject(0);
        assertThat(task.getString("code")).isEqualTo("paused");
        assertThat(task.getString("user")).isEqualTo("operator");
        assertThat(task.getString("advice")).isEqualTo("resume the queue when its tasks may run");
        assertThat(viewer.get("api/default/queues/mails/why").body()).contains("\"code\":\"paused\"",
                "\"code\":\"no-server\"", "\"code\":\"limit\"");
        assertThat(viewer.get("api/default/tasks/mails/b/why").body())
                .contains("\"code\":\"limit-unchecked\"", "\"limit\":\"imports\"").doesNotContain("acme-secret");
        assertThat(viewer.get("api/default/tasks/mails/none/why").statusCode()).isEqualTo(404);
        assertThat(viewer.get("api/default/queues/none/why").statusCode()).isEqualTo(404);
    }

    @Test
    void attempts_and_statistics_are_shown_as_workers_have_recorded_them() {
        enqueue("mails", "a", "{}");
        redis.hset("asynq:{mails}:t:a", "asynqee:attempts",
                "1\t1000\t1040\tFAILED\thost:7:id\t\t<b>boom</b>\n2\t\t2000\tLEASE_EXPIRED\t\t\t\n");
        long hour = System.currentTimeMillis() / 3_600_000 * 3_600;
        for (long start : List.of(hour, hour - 3_600)) {
            redis.hset("asynq:{mails}:stats:h:" + start, Map.of("t:mail:send", "1", "types", "1", "p:mail:send", "4",
                    "f:mail:send", "1", "r20", "9", "r20:mail:send", "4"));
        }
        ConsoleUser viewer = ConsoleUser.named("viewer");

        assertThat(viewer.json(viewer.get("api/default/tasks/mails/a")).getJsonArray("attempts").toString()).isEqualTo(
                "[{\"number\":1,\"count\":1,\"outcome\":\"failed\",\"startedAt\":\"1970-01-01T00:00:01.000Z\","
                        + "\"endedAt\":\"1970-01-01T00:00:01.040Z\",\"durationMs\":40,\"server\":\"host:7:id\","
                        + "\"error\":\"<b>boom</b>\"},{\"number\":2,\"count\":1,\"outcome\":\"lease_expired\","
                        + "\"endedAt\":\"1970-01-01T00:00:02.000Z\"}]");
        JsonObject read = viewer.json(viewer.get("api/default/queues/mails/statistics?range=24h&type=mail:send"));
        assertThat(read.getJsonArray("points")).hasSize(24);
        JsonObject type = read.getJsonArray("types").getJsonObject(0);
        assertThat(type.getInt("processed")).isEqualTo(8);
        assertThat(type.getInt("failed")).isEqualTo(2);
        assertThat(type.getJsonNumber("runningP50Ms").doubleValue()).isBetween(0.7, 1.1);
        assertThat(viewer.get("api/default/queues/mails/statistics?range=2h").statusCode()).isEqualTo(400);
        assertThat(viewer.get("api/default/queues/none/statistics").statusCode()).isEqualTo(404);
    }

    @Test
    void markers_are_added_listed_and_deleted() {
        ConsoleUser operator = ConsoleUser.named("operator");

        JsonObject added = operator.json(operator.post("api/default/markers",
                "{\"text\":\"version 2 <b>\",\"at\":\"2026-01-02T03:04:05Z\"}"));
        assertThat(added.getString("user")).isEqualTo("operator");
        assertThat(operator.post("api/default/markers", "{\"text\":\"" + "x".repeat(81) + "\"}").statusCode())
                .isEqualTo(400);
        assertThat(operator.json(operator.get("api/default/markers")).getJsonArray("items")).containsExactly(added);
        String url = "api/default/markers/" + added.getString("id");
        assertThat(operator.change("DELETE", url, null).statusCode()).isEqualTo(204);
        assertThat(operator.change("DELETE", url, null).statusCode()).isEqualTo(404);
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("result") + " " + entry.getFields().get("detail")).contains(
                        "marker.create done version 2 <b>", "marker.delete done version 2 <b>");
    }

    @Test
    void tasks_are_searched_shown_and_changed() {
        enqueue("mails", "a", "{\"to\":\"Ann\",\"password\":\"secret\",\"cards\":[{\"number\":\"4711\"}]}");
        enqueue("mails", "b/../c", "{\"to\":\"Bob\"}");
        ConsoleUser operator = ConsoleUser.named("operator");

        JsonObject found = operator.json(operator.get("api/default/tasks?q=queue:mails%20ann"));
        assertThat(found.getJsonArray("items")).hasSize(1);
        assertThat(found.getBoolean("complete")).isTrue();
        assertThat(found.getJsonArray("items").getJsonObject(0).getString("payload"))
                .isEqualTo("{\"to\":\"Ann\",\"password\":\"***\",\"cards\":[{\"number\":\"***\"}]}");
        assertThat(operator.get("api/default/tasks?q=secret").body()).contains("\"items\":[]");
        HttpResponse<String> task = operator.get("api/default/tasks/mails/a");
        assertThat(task.body()).contains("\"kind\":\"json\"", "\"masked\":true").doesNotContain("secret", "4711");
        assertThat(operator.get("api/default/find?id=b/../c").body()).contains("\"queue\":\"mails\"");

        // ~ and Base64: Open Liberty refuses encoded slashes and dots
        HttpResponse<String> archived = operator.post("api/default/tasks/mails/~Yi8uLi9j/archive", null);
        assertThat(archived.statusCode()).as(archived.body()).isEqualTo(204);
        assertThat(redis.hget("asynq:{mails}:t:b/../c", "state")).isEqualTo("archived");
        assertThat(operator.post("api/default/tasks/mails/~Yi8uLi9j/archive", null).statusCode()).isEqualTo(409);
        assertThat(operator.change("DELETE", "api/default/tasks/mails/a", null).statusCode()).isEqualTo(403);
        assertThat(redis.exists("asynq:{mails}:t:a")).isTrue();
        assertThat(audit()).extracting(entry -> entry.getFields().get("task") + " "
                + entry.getFields().get("result")).containsExactly("b/../c done", "b/../c refused");
    }

    @Test
    void an_unknown_query_is_refused_with_its_position() {
        ConsoleUser viewer = ConsoleUser.named("viewer");

        HttpResponse<String> refused = viewer.get("api/default/tasks?q=state:nope");

        assertThat(refused.statusCode()).isEqualTo(400);
        JsonObject problem = viewer.json(refused);
        assertThat(problem.getString("code")).isEqualTo("query");
        assertThat(problem.getInt("position")).isEqualTo(6);
        assertThat(problem.getInt("length")).isEqualTo(4);
        assertThat(problem.getJsonArray("expected").toString()).contains("retry");
    }

    @Test
    void a_job_deletes_what_matches_after_its_number_was_typed() {
        for (int i = 0; i < 120; i++) {
            enqueue("mails", "old-" + i, "{}");
        }
        enqueue("mails", "new", "{}");
        ConsoleUser admin = ConsoleUser.named("admin");

        String wanted = "\"action\":\"delete\",\"q\":\"queue:mails -id:new\"";
        JsonObject preview = admin.json(admin.post("api/default/jobs/preview", "{" + wanted + "}"));
        assertThat(preview.getInt("matching")).isEqualTo(120);
        assertThat(preview.getBoolean("needsTyped")).isTrue();
        assertThat(redis.exists("asynq:console:jobs")).isFalse();
        String reason = ",\"reason\":\"a test\"";
        assertThat(admin.post("api/default/jobs", "{" + wanted + reason + "}").statusCode()).isEqualTo(409);
        assertThat(ConsoleUser.named("operator").post("api/default/jobs", "{" + wanted + reason + "}").statusCode())
                .isEqualTo(403);
        HttpResponse<String> created = admin.post("api/default/jobs", "{" + wanted + reason + ",\"typed\":\"120\"}");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String id = admin.json(created).getString("id");

        await().atMost(Duration.ofSeconds(20)).until(
                () -> admin.get("api/default/jobs/" + id).body().contains("\"state\":\"done\""));
        JsonObject job = admin.json(admin.get("api/default/jobs/" + id));
        assertThat(job.getInt("changed")).isEqualTo(120);
        assertThat(job.getInt("failed")).isZero();
        assertThat(redis.lrange("asynq:{mails}:pending", 0, -1)).containsExactly("new");
        await().atMost(Duration.ofSeconds(5)).until(() -> audit().size() == 4);
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("result") + " " + entry.getFields().get("count")).containsExactlyInAnyOrder(
                        "job.create refused null", "job.create refused null", "job.create done 120",
                        "job.end done 120");
    }

    @Test
    void all_that_match_are_exported_and_the_audit_log_has_who_exported_what() {
        for (int i = 0; i < 30; i++) {
            enqueue("mails", "n" + i, "{\"n\":" + i + ",\"password\":\"secret\"}");
        }
        enqueue("mails", "=cmd", "{}");
        ConsoleUser viewer = ConsoleUser.named("viewer");
        String query = "q=queue:mails%20(payload.n%3E=20%20OR%20id:cmd)";

        HttpResponse<String> csv = viewer.get("api/default/tasks/export?format=csv&" + query);
        assertThat(csv.statusCode()).as(csv.body()).isEqualTo(200);
        assertThat(csv.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(csv.headers().firstValue("Content-Disposition").orElse("")).contains("attachment", "tasks.csv");
        assertThat(csv.body().lines()).hasSize(12);
        assertThat(csv.body()).contains("\"'=cmd\"", "***").doesNotContain("secret");
        HttpResponse<String> lines = viewer.get("api/default/tasks/export?" + query);
        assertThat(lines.body().lines()).hasSize(11).allMatch(line -> line.startsWith("{\"id\":"));
        assertThat(viewer.get("api/default/tasks/export?q=(").body()).contains("\"code\":\"query\"");
        assertThat(viewer.get("api/default/tasks/export?format=xls").statusCode()).isEqualTo(400);
        // a sample is used for 30 seconds
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                viewer.get("api/default/complete?kind=payload&queue=mails").body()).contains("\"value\":\"n\"")
                .doesNotContain("password"));

        await().atMost(Duration.ofSeconds(5)).until(() -> audit().size() == 4);
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("user") + " " + entry.getFields().get("count")).containsExactlyInAnyOrder(
                        "task.export viewer null", "export.end viewer 11", "task.export viewer null",
                        "export.end viewer 11");
    }

    @Test
    void each_change_leaves_one_entry_in_the_audit_log() {
        ConsoleUser admin = ConsoleUser.named("admin");
        List<String> wrong = new ArrayList<>();
        for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
            clearAudit();
            boolean hasBody = endpoint.body().length() > 2 || endpoint.action().equals("task.clone");
            int status = !endpoint.isChange() ? admin.status(ConsoleUser.request(endpoint.url()))
                    : admin.change(endpoint.method(), endpoint.url(), hasBody ? endpoint.body() : null).statusCode();
            List<String> actions = audit().stream().map(entry -> entry.getFields().get("action"))
                    .filter(action -> !action.endsWith(".end")).toList();
            List<String> expected = endpoint.action().isEmpty() ? List.of() : List.of(endpoint.action());
            if (!actions.equals(expected)) {
                wrong.add(endpoint + ": " + status + " left " + actions);
            }
        }
        assertThat(wrong).isEmpty();
    }
}
