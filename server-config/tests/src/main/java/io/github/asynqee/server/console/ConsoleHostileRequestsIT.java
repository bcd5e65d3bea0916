package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** Requests that no page of the console sends: each is refused with a clear status and changes nothing. */
@ArquillianTest
@RunAsClient
class ConsoleHostileRequestsIT extends ConsoleTest {

    private static void refused(HttpResponse<String> answer, String what, Integer... statuses) {
        assertThat(answer.statusCode()).as(what + ": " + answer.body()).isIn((Object[]) statuses);
        assertThat(answer.body()).as(what).doesNotContain("\tat ", "redis://", "JedisException");
    }

    @Test
    void forged_ids_of_jobs_reach_no_other_key() {
        ConsoleUser admin = ConsoleUser.named("admin");
        enqueue("mails", "a", "{}");
        redis.hset("asynq:console:secret", "action", "DELETE");
        for (String id : List.of("x", "00000000-0000-0000-0000-000000000000", "}:lease", "*", "a}%0d%0a", "..",
                "%2e%2e", "x".repeat(2_000), "%00", "{mails}")) {
            String path = "api/default/jobs/" + id.replace("{", "%7B").replace("}", "%7D");
            refused(admin.get(path), path, 400, 404);
            refused(admin.get(path + "/failures"), path, 400, 404);
            for (String change : List.of("/pause", "/resume", "/cancel")) {
                refused(admin.post(path + change, null), path + change, 400, 404, 405);
            }
        }
        assertThat(redis.keys("asynq:console:job*")).isEmpty();
        assertThat(redis.hgetAll("asynq:console:secret")).hasSize(1);
    }

    @Test
    void tricks_with_paths_reach_no_method_with_a_higher_role() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        enqueue("mails", "a", "{}");
        for (String path : List.of("api/default/queues/mails/pause;x=1", "api/default/queues/mails/./pause",
                "api/default/overview/../queues/mails/pause", "api//default/queues/mails/pause",
                "api/default/queues/mails/%70ause", "api/default/queues/mails%2fpause",
                "api/default/queues/..;/queues/mails/pause", "api/default;/queues/mails/pause",
                "api/session/logout/..%2f..%2fdefault%2fqueues%2fmails%2fpause", "api/default/queues/~bWFpbHM/pause",
                "api/default/queues/mails/pause/", "api/default/queues/mails%00/pause",
                "api/alive/../default/queues/mails/pause", "API/default/queues/mails/pause")) {
            HttpResponse<String> answer = viewer.post(path, null);
            assertThat(answer.statusCode()).as(path + ": " + answer.body()).isIn(400, 403, 404, 405);
        }
        assertThat(redis.exists("asynq:{mails}:paused")).isFalse();
        assertThat(audit()).isEmpty();
    }

    @Test
    void the_method_cannot_be_changed_by_a_header_or_a_parameter() {
        ConsoleUser admin = ConsoleUser.named("admin");
        enqueue("mails", "a", "{}");
        for (String header : List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")) {
            admin.send(ConsoleUser.request("api/default/queues/mails").header(header, "DELETE")
                    .header("X-CSRF-Token", admin.token()).GET());
        }
        admin.get("api/default/queues/mails?_method=DELETE&force=true");
        for (String method : List.of("PUT", "PATCH", "TRACE", "PROPFIND", "FOO")) {
            HttpResponse<String> answer = admin.change(method, "api/default/queues/mails", null);
            assertThat(answer.statusCode()).as(method).isIn(400, 403, 404, 405, 501);
        }
        assertThat(redis.lrange("asynq:{mails}:pending", 0, -1)).containsExactly("a");
    }

    @Test
    void bodies_that_are_no_json_object_are_refused() {
        ConsoleUser operator = ConsoleUser.named("operator");
        String nested = "[".repeat(100_000);
        for (String body : List.of("[]", "null", "{", "\"x\"", "{\"queue\":{}}", nested, "{\"a\":" + nested,
                "{\"queue\":\"q\",\"type\":\"t\",\"maxRetry\":1e999}", "{\"queue\":\"q\",\"type\":\"t\",\"x\":1}",
                "{\"queue\":\"q\",\"type\":\"t\",\"processAt\":\"+1000000000-01-01T00:00:00Z\"}",
                "{\"queue\":\"q\",\"type\":\"t\",\"timeoutMs\":-1}",
                "{\"queue\":\"q\",\"type\":\"t\",\"timeoutMs\":9223372036854775807}")) {
            refused(operator.post("api/default/tasks", body), body.substring(0, Math.min(80, body.length())), 400);
        }
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                "application/xml")) {
            HttpResponse<String> answer = operator.send(ConsoleUser.request("api/default/tasks")
                    .header("X-CSRF-Token", operator.token()).header("Content-Type", type)
                    .POST(BodyPublishers.ofString("{\"queue\":\"q\",\"type\":\"t\"}")));
            refused(answer, type, 400, 415);
        }
        assertThat(redis.keys("asynq:*")).allMatch(key -> key.startsWith("asynq:console:{alerts}:"));
    }

    @Test
    void parameters_out_of_range_are_refused() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        enqueue("mails", "a", "{}");
        for (String path : List.of("tasks?limit=0", "tasks?limit=100000", "tasks?limit=x", "tasks?cursor=%00",
                "tasks?cursor=zzz", "queues?cursor=-1", "queues?sort=;", "audit?cursor=*", "audit?cursor=1-1%20COUNT",
                "tasks?q=" + "a".repeat(4_500), "tasks?q=%22", "find", "nowhere", "errors?q=state:%3Cscript%3E")) {
            refused(viewer.get("api/default/" + path), path, 400, 404, 414);
        }
        refused(viewer.get("api/other/queues"), "other Redis", 404);
    }

    @Test
    void many_or_large_headers_do_no_harm() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        HttpRequest.Builder request = ConsoleUser.request("api/session");
        for (int i = 0; i < 500; i++) {
            request.header("X-Many-" + i, "x".repeat(50));
        }
        int many = viewer.status(request.GET());
        assertThat(many).isIn(200, 400, 413, 414, 431);
        assertThat(viewer.get("api/session").statusCode()).isEqualTo(200);
    }
}
