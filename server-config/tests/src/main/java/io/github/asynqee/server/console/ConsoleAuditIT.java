package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamEntry;

/** Each change writes exactly one audit entry with user, scope and result. Reading writes nothing to Redis. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleAuditIT extends ConsoleTest {

    private static final String JOBS = "asynq:console:job";
    /** Actions on the archived task, the others have the pending one. */
    private static final Set<String> OF_ARCHIVED = Set.of("task.run", "task.restore");

    /** A queue with one pending and one archived task. */
    private void fill() {
        redis.flushAll();
        enqueue("mails", "waiting", "{\"to\":\"ann\"}");
        enqueue("mails", "archived", "{\"to\":\"bob\"}");
        ConsoleUser.named("operator").post("api/default/tasks/mails/archived/archive", null);
        clearAudit();
    }

    private static String url(ConsoleEndpoint endpoint) {
        String id = OF_ARCHIVED.contains(endpoint.action()) ? "archived" : "waiting";
        return endpoint.url("mails", id);
    }

    private HttpResponse<String> call(ConsoleUser user, ConsoleEndpoint endpoint) {
        boolean hasBody = endpoint.body().length() > 2 || endpoint.action().equals("task.clone");
        return user.change(endpoint.method(), url(endpoint) + (endpoint.action().equals("queue.delete") ? "?force=true"
                : ""), hasBody ? endpoint.body() : null);
    }

    @Test
    void each_change_leaves_one_entry_with_user_scope_and_result() {
        ConsoleUser admin = ConsoleUser.named("admin");
        List<String> wrong = new ArrayList<>();
        Map<String, Integer> results = new TreeMap<>();
        for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
            if (!endpoint.action().isEmpty()) {
                fill();
                HttpResponse<String> answer = call(admin, endpoint);
                List<StreamEntry> entries = audit().stream()
                        .filter(entry -> !entry.getFields().get("action").endsWith(".end")).toList();
                String result = answer.statusCode() / 100 == 2 ? "done" : "refused";
                results.merge(result, 1, Integer::sum);
                if (entries.size() != 1 || !isRight(entries.get(0).getFields(), endpoint, result)) {
                    wrong.add(endpoint + ": " + answer.statusCode() + " left " + entries);
                }
            }
        }
        assertThat(wrong).isEmpty();
        // refused: what concerns a lock, job or entry that does not exist, a task that does not run, a queue that is not paused
        assertThat(results.get("done")).as(results.toString()).isGreaterThanOrEqualTo(12);
    }

    @Test
    void head_leaves_no_entry_and_a_refused_action_of_a_body_leaves_one() {
        fill();
        ConsoleUser viewer = ConsoleUser.named("viewer");
        for (String format : List.of("csv", "ndjson")) {
            assertThat(viewer.change("HEAD", "api/default/tasks/export?format=" + format, null).statusCode())
                    .isEqualTo(200);
        }
        assertThat(audit()).isEmpty();

        ConsoleUser operator = ConsoleUser.named("operator");
        assertThat(operator.post("api/default/jobs", "{\"action\":\"delete\",\"q\":\"\",\"reason\":\"why\"}")
                .statusCode()).isEqualTo(403);
        assertThat(audit()).singleElement().satisfies(entry -> assertThat(entry.getFields())
                .containsEntry("action", "job.create").containsEntry("user", "operator")
                .containsEntry("result", "refused").containsEntry("detail", "delete: why"));
    }

    private static boolean isRight(Map<String, String> entry, ConsoleEndpoint endpoint, String result) {
        boolean scope = (!endpoint.path().contains("{queue}") || "mails".equals(entry.get("queue")))
                && (!endpoint.path().contains("{id}") || entry.get("task") != null)
                && (!endpoint.action().equals("job.create") || entry.get("filter") != null
                        && entry.get("detail").endsWith("test"));
        boolean reason = result.equals("done") || entry.get("detail") != null;
        return scope && reason && "admin".equals(entry.get("user")) && endpoint.action().equals(entry.get("action"))
                && result.equals(entry.get("result")) && entry.get("at") != null;
    }

    @Test
    void what_only_reads_writes_nothing() {
        fill();
        ConsoleUser admin = ConsoleUser.named("admin");
        Map<String, String> before = keySpace();
        List<String> wrong = new ArrayList<>();
        for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
            if (endpoint.action().isEmpty() && !endpoint.path().endsWith("logout")) {
                if (endpoint.isChange()) {
                    String query = "{\"action\":\"delete\",\"q\":\"queue:mails\"}";
                    assertThat(admin.change(endpoint.method(), url(endpoint), query).statusCode()).isEqualTo(200);
                } else {
                    admin.status(ConsoleUser.request(url(endpoint)));
                }
                if (!keySpace().equals(before)) {
                    wrong.add(endpoint + ": " + keySpace());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /**
     * All keys with their contents, except the keys of alerts and periodic entries, which the console writes at any
     * time, and of jobs. The test starts no jobs.
     */
    private Map<String, String> keySpace() {
        Map<String, String> content = new HashMap<>();
        for (String key : redis.keys("*")) {
            assertThat(key).doesNotStartWith(JOBS);
            if (key.startsWith("asynq:console:{alerts}:") || key.equals("asynq:console:cron")) {
                continue;
            }
            content.put(key, HexFormat.of().formatHex(redis.dump(key)));
        }
        return content;
    }
}
