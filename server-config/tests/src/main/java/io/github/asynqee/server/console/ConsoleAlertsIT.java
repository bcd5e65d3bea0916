package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import jakarta.json.JsonObject;

import com.sun.net.httpserver.HttpServer;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.TestRun;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console without a viewer: it sends alerts to a webhook and watches periodic entries. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleAlertsIT extends ConsoleTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> wrongSignatures = new CopyOnWriteArrayList<>();
    private HttpServer webhook;

    @BeforeEach
    void listen() throws IOException {
        webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(),
                Integer.getInteger(TestRun.WEBHOOK_PORT)), 0);
        webhook.createContext("/hook/secret-path", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String expected = "sha256=" + signature(exchange.getRequestHeaders().getFirst("X-Asynq-Timestamp"), body);
            String actual = exchange.getRequestHeaders().getFirst("X-Asynq-Signature");
            if (!expected.equals(actual)) {
                wrongSignatures.add(actual);
            }
            received.add(new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
    }

    @AfterEach
    void stop() {
        webhook.stop(0);
    }

    private static String signature(String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("k3y".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean got(String event, String queue) {
        return received.stream().anyMatch(body -> body.contains("\"event\":\"" + event + "\"")
                && body.contains("\"queue\":\"" + queue + "\""));
    }

    @Test
    void an_incident_is_sent_once_when_it_begins_and_once_when_it_ends() {
        ConsoleUser admin = ConsoleUser.named("admin");
        HttpResponse<String> before = admin.get("api/default/alerts");
        assertThat(before.body()).contains("\"name\":\"test\"", "http://localhost:", "o…@example.com")
                .doesNotContain("secret-path", "k3y", "ops@");
        String settings = """
                {"revision":0,"holdMs":0,"off":["no-aof","queue-without-server"],
                 "thresholds":[{"code":"queue-size","queues":"ma*","limit":2,"severity":"error"},
                               {"code":"queue-size","queues":"news","limit":0}]}""";
        assertThat(ConsoleUser.named("operator").post("api/default/alerts/settings", settings).statusCode())
                .isEqualTo(403);
        assertThat(admin.post("api/default/alerts/settings", settings).statusCode()).isEqualTo(200);
        assertThat(admin.post("api/default/alerts/settings", settings).statusCode()).as("an old revision")
                .isEqualTo(409);
        HttpResponse<String> silence = admin.post("api/default/alerts/silences",
                "{\"code\":\"queue-size\",\"queues\":\"news\",\"until\":\"2040-01-01T00:00:00Z\",\"reason\":\"a test\"}");
        assertThat(silence.statusCode()).as(silence.body()).isEqualTo(200);

        for (String id : List.of("a", "b", "c")) {
            enqueue("mails", id, "{}");
        }
        enqueue("news", "n", "{}");
        await().atMost(SOON).until(() -> got("opened", "mails"));
        await().atMost(SOON).until(() -> admin.get("api/default/alerts").body().contains("\"silence\":{"));
        assertThat(admin.change("DELETE", "api/default/queues/mails?force=true", null).statusCode()).isEqualTo(204);
        await().atMost(SOON).until(() -> got("resolved", "mails"));

        assertThat(received).as("not those that are silenced or switched off").hasSize(2);
        assertThat(wrongSignatures).isEmpty();
        // an incident ends with the first check after its last message
        await().atMost(SOON).until(() -> admin.get("api/default/alerts/history").body().contains("\"total\":1"));
        assertThat(admin.get("api/default/alerts/history").body()).contains("3 pending tasks, more than 2");
        String id = admin.json(silence).getString("id");
        assertThat(admin.change("DELETE", "api/default/alerts/silences/" + id, null).statusCode()).isEqualTo(204);
        await().atMost(SOON).until(() -> got("opened", "news"));
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("result")).containsExactly("alert.settings done", "alert.settings refused",
                        "alert.silence done", "queue.delete done", "alert.unsilence done");
    }

    @Test
    void a_test_message_is_sent_and_a_server_without_mail_says_so() {
        ConsoleUser admin = ConsoleUser.named("admin");

        assertThat(admin.post("api/default/alerts/targets/test/test", null).statusCode()).isEqualTo(204);
        assertThat(received).singleElement().asString().contains("\"event\":\"test\"", "sent by admin");
        HttpResponse<String> mail = admin.post("api/default/alerts/targets/ops/test", null);
        assertThat(mail.statusCode()).isEqualTo(502);
        assertThat(mail.body()).contains("target-failed", "mail").doesNotContain("ops@");
        assertThat(audit()).extracting(entry -> entry.getFields().get("action") + " "
                + entry.getFields().get("result")).containsExactly("alert.test done", "alert.test failed");
    }

    @Test
    void periodic_entries_have_next_runs_and_outcomes() {
        Instant now = Instant.now();
        Instant next = Instant.ofEpochSecond((now.getEpochSecond() / 3600 + 1) * 3600);
        enqueue("reports", "r1", "{}");
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(ServerUnderTest.redisUrl()))) {
            broker.schedulers().write("vm:1:s", List.of(new SchedulerEntry("hourly", "0 * * * *", "report",
                    "{\"password\":\"x\"}".getBytes(StandardCharsets.UTF_8), List.of("Queue(\"reports\")"), next,
                    next.minusSeconds(3600))), Duration.ofMinutes(1));
            broker.schedulers().record("hourly", new SchedulerEnqueueEvent("r0", next.minusSeconds(7200)));
            broker.schedulers().record("hourly", new SchedulerEnqueueEvent("r1", next.minusSeconds(3600)));
        }
        ConsoleUser viewer = ConsoleUser.named("viewer");

        JsonObject entry = viewer.json(viewer.get("api/default/cron")).getJsonArray("items").getJsonObject(0);

        assertThat(entry.getJsonArray("nextRuns")).hasSize(5);
        assertThat(Instant.parse(entry.getJsonArray("nextRuns").getString(1)))
                .isEqualTo(Instant.parse(entry.getJsonArray("nextRuns").getString(0)).plusSeconds(3600));
        assertThat(entry.getJsonArray("runs").toString()).contains("\"taskId\":\"r1\"", "\"state\":\"pending\"",
                "\"state\":\"gone\"");
        assertThat(entry.getString("payload")).isEqualTo("{\"password\":\"***\"}");
        assertThat(entry.getBoolean("controllable")).isFalse();
        await().atMost(SOON).until(() -> redis.hexists("asynq:console:cron", "hourly"));
        assertThat(viewer.get("api/default/cron/hourly/history").body()).contains("\"total\":2", "\"state\":\"gone\"");
    }
}
