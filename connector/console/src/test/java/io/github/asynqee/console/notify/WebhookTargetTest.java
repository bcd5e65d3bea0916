package io.github.asynqee.console.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.github.asynqee.console.config.AlertTarget;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTargetTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String LINK = "https://ops.example.com/c/#/default/alerts";
    private static final Message MESSAGE = new Message(Event.OPENED, "i1",
            new Finding(Severity.ERROR, "queue-without-server", "<!channel>", "no server\u202E & tasks: 3",
                    "start one"),
            NOW.minusSeconds(90), NOW, null, "default", NOW, LINK);

    private final List<String> bodies = new ArrayList<>();
    private final List<String> paths = new ArrayList<>();
    private Headers headers;
    private int status = 204;
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            paths.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            headers = exchange.getRequestHeaders();
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private WebhookTarget target(String secret) {
        return new WebhookTarget(new AlertTarget("ops",
                "http://localhost:" + server.getAddress().getPort() + "/hook/s3cret?x=1", secret, null, null, null,
                null));
    }

    @Test
    void the_body_has_the_incident_and_a_text_for_chats() throws Exception {
        target(null).send(MESSAGE);

        assertThat(paths).containsExactly("POST /hook/s3cret?x=1");
        assertThat(headers.getFirst("Content-Type")).isEqualTo("application/json; charset=utf-8");
        assertThat(headers.getFirst("X-Asynq-Signature")).isNull();
        Stored body = Stored.of(bodies.get(0));
        assertThat(body.text("id")).isEqualTo("i1");
        assertThat(body.text("event")).isEqualTo("opened");
        assertThat(body.text("code")).isEqualTo("queue-without-server");
        assertThat(body.text("queue")).isEqualTo("<!channel>");
        assertThat(body.text("severity")).isEqualTo("error");
        assertThat(body.time("openedAt")).isEqualTo(NOW);
        assertThat(body.text("text")).isEqualTo("""
                [asynq default] error: queue-without-server, queue &lt;!channel&gt;
                no server  &amp; tasks: 3.
                What to do: start one.
                Since 2026-01-02T03:02:35.000Z.
                https://ops.example.com/c/#/default/alerts""");
    }

    @Test
    void a_name_of_a_queue_mentions_nobody_in_a_chat_and_is_no_link() throws Exception {
        Finding finding = new Finding(Severity.ERROR, "code", "@everyone https://evil.example",
                "see @channel, www.evil.example, [fix](//evil.example)", "");

        target(null).send(new Message(Event.OPENED, "i1", finding, NOW, NOW, null, "default", NOW, LINK));

        Stored body = Stored.of(bodies.get(0));
        assertThat(body.text("text")).doesNotContain("@everyone", "@channel", "https://evil",
                "www.evil", "](").contains("everyone",
                        LINK);
        assertThat(body.text("queue")).isEqualTo("@everyone https://evil.example");
    }

    @Test
    void no_name_or_text_keeps_a_message_from_being_sent() throws Exception {
        for (String text : HostileData.texts()) {
            Finding finding = new Finding(Severity.ERROR, text, text, text, text);
            for (Event event : Event.values()) {
                target("k3y").send(new Message(event, text, finding, NOW, NOW, NOW, "default", NOW, LINK));
            }
        }

        assertThat(bodies).hasSize(HostileData.texts().size() * Event.values().length);
        assertThat(bodies.stream().map(body -> Stored.of(body).text("text")))
                .allSatisfy(text -> assertThat(text).endsWith(LINK));
    }

    @Test
    void a_secret_signs_time_and_body() throws Exception {
        target("k3y").send(MESSAGE);

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("k3y".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String expected = HexFormat.of().formatHex(
                mac.doFinal((NOW.getEpochSecond() + "." + bodies.get(0)).getBytes(StandardCharsets.UTF_8)));
        assertThat(headers.getFirst("X-Asynq-Timestamp")).isEqualTo(String.valueOf(NOW.getEpochSecond()));
        assertThat(headers.getFirst("X-Asynq-Signature")).isEqualTo("sha256=" + expected);
    }

    @Test
    void a_redirect_is_not_followed() {
        for (int each : new int[]{ 301, 302, 307, 308 }) {
            status = each;
            assertThatThrownBy(() -> target(null).send(MESSAGE)).isInstanceOf(DeliveryException.class)
                    .hasMessage("the webhook answered with status " + each);
        }
        assertThat(paths).hasSize(4).containsOnly("POST /hook/s3cret?x=1");
    }

    @Test
    void an_answer_that_is_lost_leaves_open_whether_the_message_was_sent() throws Exception {
        server.stop(0);
        try (ServerSocket silent = new ServerSocket(server.getAddress().getPort(), 1,
                InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> bytes = CompletableFuture.supplyAsync(() -> {
                try (Socket client = silent.accept()) {
                    return client.getInputStream().readNBytes(100).length;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThatThrownBy(() -> target(null).send(MESSAGE)).hasMessage("the webhook cannot be reached")
                    .satisfies(failure -> assertThat(((DeliveryException) failure).isMaybeSent()).isTrue());
            assertThat(bytes.get(20, TimeUnit.SECONDS)).isEqualTo(100);
        }
    }

    private static void assertNotSent(Throwable failure) {
        assertThat(((DeliveryException) failure).isMaybeSent()).isFalse();
    }

    @Test
    void a_failure_names_neither_address_nor_secret() {
        status = 500;
        assertThatThrownBy(() -> target("k3y").send(MESSAGE)).hasMessage("the webhook answered with status 500");
        server.stop(0);
        assertThatThrownBy(() -> target("k3y").send(MESSAGE)).hasMessage("the webhook cannot be reached")
                .satisfies(WebhookTargetTest::assertNotSent);
        assertThat(target("k3y").shown()).isEqualTo(
                "http://localhost:" + server.getAddress().getPort() + "/… (signed)");
    }
}
