package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.json.JsonObject;

import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** Markup, control and direction characters, broken text and large values in each field: shown as data, unchanged. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleHostileDataIT extends ConsoleTest {

    private static final String MARKUP = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`${7*7}{{7*7}}";
    private static final String CONTROL = "a\u0000b\r\nSet-Cookie: x=1\u001b[2J\u0007";
    private static final String DIRECTION = "\u202eevil\u2066\u200f\ufeff\u2028";
    private static final List<String> TEXTS = List.of(MARKUP, CONTROL, DIRECTION, "\ud83d\ude00", "../../etc/passwd",
            "%2e%2e%2f", "'; DROP TABLE x; --", "*", "{x}");
    private static final int MEGABYTE = 1 << 20;

    private ConsoleUser viewer;

    private void archive(TaskMessage message) {
        archive(message, Instant.now());
    }

    /** Stores an archived task directly, without the checks of a client. */
    private void archive(TaskMessage message, Instant at) {
        QueueKeys keys = QueueKeys.of(message.queue());
        redis.sadd(GlobalKeys.QUEUES, message.queue());
        Map<byte[], byte[]> fields = new HashMap<>();
        fields.put(bytes("msg"), message.toBytes());
        fields.put(bytes("state"), bytes("archived"));
        redis.hset(bytes(keys.task(message.id())), fields);
        redis.zadd(keys.archived(), at.getEpochSecond(), message.id());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String segment(String name) {
        return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(name));
    }

    private JsonObject shown(String path) {
        HttpResponse<String> answer = viewer.get(path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("application/json"));
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).doesNotContain("x=1");
        return viewer.json(answer);
    }

    @Test
    void each_field_is_shown_as_it_is() {
        viewer = ConsoleUser.named("viewer");
        for (String text : TEXTS) {
            archive(TaskMessage.builder(text, text, text).payload(bytes(text)).headers(Map.of(text, text))
                    .retention(Duration.ofHours(1)).build().failed(text, Instant.now(), true));
        }
        for (String text : TEXTS) {
            JsonObject task = shown("api/default/tasks/" + segment(text) + "/" + segment(text));
            assertThat(task.getString("id")).isEqualTo(text);
            assertThat(task.getString("queue")).isEqualTo(text);
            assertThat(task.getString("type")).isEqualTo(text);
            assertThat(task.getString("lastError")).isEqualTo(text);
            assertThat(task.getJsonObject("headers").getString(text)).isEqualTo(text);
            JsonObject payload = task.getJsonObject("payload");
            // the servers mask values: what begins as JSON and cannot be read as JSON is not shown
            assertThat(payload.containsKey("text") ? bytes(payload.getString("text"))
                    : Base64.getDecoder().decode(payload.getString("base64")))
                    .isEqualTo(bytes(text.startsWith("{") ? "***" : text));
            assertThat(shown("api/default/queues/" + segment(text)).getInt("archived")).isEqualTo(1);
            assertThat(shown("api/default/find?id=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                    .getString("id")).isEqualTo(text);
        }
        // a list may be as old as the interval at which Redis is read
        await().atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> assertThat(all("api/default/errors", "sampleError")).containsAll(TEXTS));
        await().atMost(Duration.ofSeconds(20)).until(() -> all("api/default/queues", "name").containsAll(TEXTS));
    }

    private List<String> all(String path, String member) {
        return shown(path).getJsonArray("items").getValuesAs(JsonObject.class).stream()
                .map(item -> item.getString(member)).toList();
    }

    @Test
    void changes_with_such_names_reach_the_task_and_the_audit_log() {
        viewer = ConsoleUser.named("admin");
        for (String text : TEXTS) {
            redis.flushAll();
            archive(TaskMessage.builder(text, text, text).payload(bytes(text)).build());

            String path = "api/default/tasks/" + segment(text) + "/" + segment(text);
            assertThat(viewer.post(path + "/run", null).statusCode()).as(text).isEqualTo(204);
            assertThat(redis.lrange(QueueKeys.of(text).pending(), 0, -1)).containsExactly(text);
            assertThat(viewer.change("DELETE", path, null).statusCode()).as(text).isEqualTo(204);
            assertThat(shown("api/default/audit").getJsonArray("items").getJsonObject(0).getString("task"))
                    .isEqualTo(text);
        }
    }

    /** Each server has its own JSON reader. */
    @Test
    void what_begins_as_JSON_and_cannot_be_read_as_JSON_is_masked() {
        viewer = ConsoleUser.named("viewer");
        List<byte[]> payloads = List.of(bytes("{\"cards\":[{\"number\":\"s3cret\"}],\"cards\":1}"),
                bytes("{} {\"password\":\"s3cret\"}"), bytes("{\"password\":\"s3cret\"} x"),
                bytes("{\"password\":\"s3cret"), "{\"password\":\"s3cret\"}".getBytes(StandardCharsets.UTF_16LE));
        for (int i = 0; i < payloads.size(); i++) {
            archive(TaskMessage.builder("t", "j" + i, "q").payload(payloads.get(i)).build());

            JsonObject payload = shown("api/default/tasks/q/j" + i).getJsonObject("payload");
            assertThat(payload.getString("text")).as("payload " + i).isEqualTo("***");
            assertThat(payload.containsKey("base64")).isFalse();
        }
        archive(TaskMessage.builder("t", "deleted", "q").payload(bytes("{\"password\":\"s3cret\u007f\",\"n\":1}"))
                .headers(Map.of("password", "s3cret")).build());
        JsonObject task = shown("api/default/tasks/q/deleted");
        assertThat(task.getJsonObject("payload").getString("text")).isEqualTo("{\"password\":\"***\",\"n\":1}");
        assertThat(shown("api/default/tasks?q=header:s3cret").getJsonArray("items")).isEmpty();
        assertThat(shown("api/default/tasks?q=header:password").getJsonArray("items")).hasSize(1);
    }

    @Test
    void broken_text_and_large_values_are_shown_in_part() {
        viewer = ConsoleUser.named("viewer");
        byte[] broken = { (byte) 0xc3, 0x28, (byte) 0xff, 0, 'x' };
        byte[] large = new byte[10 * MEGABYTE];
        Arrays.fill(large, (byte) '<');
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            headers.put("h" + i, MARKUP);
        }
        Instant now = Instant.now();
        archive(TaskMessage.builder("t", "broken", "q").payload(broken).build(), now);
        archive(TaskMessage.builder("t", "large", "q").payload(large).build()
                .failed("e".repeat(MEGABYTE), now, true), now.plusSeconds(1));
        archive(TaskMessage.builder("t", "headers", "q").headers(headers).build(), now.plusSeconds(2));

        JsonObject binary = shown("api/default/tasks/q/broken").getJsonObject("payload");
        assertThat(binary.getString("kind")).isEqualTo("binary");
        assertThat(Base64.getDecoder().decode(binary.getString("base64"))).isEqualTo(broken);
        JsonObject payload = shown("api/default/tasks/q/large").getJsonObject("payload");
        assertThat(payload.getInt("size")).isEqualTo(10 * MEGABYTE);
        assertThat(payload.toString().length()).isLessThan(MEGABYTE / 2);
        assertThat(shown("api/default/tasks/q/headers").getJsonObject("headers")).hasSize(10_000);
        // a page ends after 8 MB of payloads
        JsonObject page = shown("api/default/tasks?q=queue:q");
        assertThat(ids(page)).containsExactly("broken", "large");
        assertThat(page.toString().length()).isLessThan(20_000);
        JsonObject last = shown("api/default/tasks?q=queue:q&cursor="
                + URLEncoder.encode(page.getString("next"), StandardCharsets.UTF_8));
        assertThat(ids(last)).containsExactly("headers");
        assertThat(last.toString().length()).isLessThan(20_000);
        assertThat(last.getBoolean("complete")).isTrue();
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("items").getValuesAs(JsonObject.class).stream().map(task -> task.getString("id"))
                .toList();
    }

    @Test
    void a_task_without_a_readable_message_hides_nothing_else() {
        viewer = ConsoleUser.named("viewer");
        enqueue("q", "good", "{}");
        QueueKeys keys = QueueKeys.of("q");
        redis.hset(bytes(keys.task("bad")), Map.of(bytes("msg"), new byte[]{ (byte) 0xff, 1, 2 }, bytes("state"),
                bytes("pending")));
        redis.lpush(keys.pending(), "bad");

        assertThat(viewer.get("api/default/tasks/q/bad").statusCode()).isEqualTo(409);
        assertThat(shown("api/default/tasks?q=queue:q").toString()).contains("\"good\"");
        assertThat(shown("api/default/queues/q").getInt("pending")).isEqualTo(2);
    }
}
