package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;

import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Each example of {@code docs/getting-started.md} works: one test for each row. */
// its last test stops the fetcher of the shared deployment
@Order(Integer.MAX_VALUE)
@ArquillianTest
@RunAsClient
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@OnOneServer(AppServer.LIBERTY)
class ExamplesIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String EMAIL = "{\"to\":\"me@example.com\"}";

    ExamplesIT() {
        super("examples");
    }

    @BeforeEach
    void forget_earlier_records() {
        ServerUnderTest.delete("api/examples");
    }

    private static String run(String example) {
        return ServerUnderTest.post("api/examples/" + example, "").body();
    }

    /** The lines recorded by the handlers of an example. */
    private static List<String> log(String example) {
        String json = ServerUnderTest.get("api/examples/" + example).body();
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readArray().getValuesAs(JsonString::getString);
        }
    }

    private static void awaitLog(String example, String... entries) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(log(example)).containsExactly(entries));
    }

    /** Enqueues a task: the part of its type behind {@code example:}, its ID, its payload and further members. */
    private void send(String type, String id, String payload, String more) {
        assertThat(playground.send("{\"type\":\"example:" + type + "\",\"id\":\"" + id + "\",\"queue\":\"examples\","
                + "\"payload\":" + payload + more + "}").statusCode()).isEqualTo(201);
    }

    private void awaitState(String id, String state) {
        await().atMost(LIMIT).until(() -> queue.isOnlyIn(id, state));
    }

    @Test
    void emails() {
        run("EmailsRun");

        awaitLog("Emails", "me@example.com");
    }

    @Test
    void concurrency() {
        IntStream.range(0, 10).forEach(i -> send("thumbnail", "t" + i, "1", ""));

        awaitLog("ConcurrencyExample", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1");
    }

    @Test
    void limit() {
        for (int i = 0; i < 10; i++) {
            send("import", "i" + i, "1", ",\"headers\":{\"tenant\":\"t" + i % 2 + "\"}");
        }

        awaitLog("LimitExample", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1");
    }

    @Test
    void fair() {
        run("FairExample");

        await().atMost(LIMIT).untilAsserted(
                () -> assertThat(log("FairExample")).containsExactlyInAnyOrder("1", "2", "3", "4"));
    }

    @Test
    void retryAfter() {
        send("payout", "p", "4711", ",\"maxRetry\":0");

        awaitLog("RetryAfterExample", "4711");
    }

    @Test
    void payload() {
        send("address", "a", "{\"city\":\"Lisbon\"}", "");

        awaitLog("PayloadExample", "Lisbon");
    }

    @Test
    void message() {
        send("report", "r", "\"q1\"", ",\"headers\":{\"a\":\"b\"}");

        await().atMost(LIMIT).untilAsserted(() -> assertThat(log("MessageExample")).singleElement().asString()
                .startsWith("r {a=b} 0 20"));
        await().atMost(LIMIT).until(() -> queue.isGone("r"));
    }

    @Test
    void afterCommit() {
        run("AfterCommitExample");

        awaitLog("AfterCommitExample", "written", "confirmed order 42");
    }

    @Test
    void outbox() {
        run("OutboxExample");

        awaitLog("OutboxExample", "sold", "printed ticket 42");
    }

    @Test
    void inbox() {
        send("booking", "b", "42", "");
        await().atMost(LIMIT).until(() -> queue.isGone("b"));
        send("booking", "b", "42", "");
        await().atMost(LIMIT).until(() -> queue.isGone("b"));

        assertThat(log("InboxExample")).containsExactly("booked 42");
    }

    @Test
    void options() {
        run("OptionsExample");

        assertThat(queue.isOnlyIn("reminder-42", "scheduled")).isTrue();
        assertThat(queue.message("reminder-42").uniqueKey()).isNotEmpty();
    }

    @Test
    void duplicate() {
        assertThat(run("DuplicateExample")).isEqualTo("sent already");
    }

    @Test
    void debounce() {
        run("DebounceExample");

        awaitLog("DebounceExample", "final");
    }

    @Test
    void throttle() {
        run("ThrottleExample");
        awaitLog("ThrottleExample", "disk is full");

        assertThat(run("ThrottleExample")).isEqualTo("sent within the last minute");
        assertThat(log("ThrottleExample")).containsExactly("disk is full");
    }

    @Test
    void unique_key() {
        run("UniqueKeyExample");

        await().atMost(LIMIT).untilAsserted(
                () -> assertThat(log("UniqueKeyExample")).containsExactlyInAnyOrder("tea 280", "coffee 500"));
    }

    @Test
    void client() {
        assertThat(run("ClientExample")).endsWith(" PENDING");
    }

    @Test
    void batch() {
        assertThat(run("BatchExample")).isEqualTo("2000");
    }

    @Test
    void callback() {
        assertThat(run("CallbackExample")).isEqualTo("100");

        awaitLog("CallbackExample", "all parts are there");
    }

    @Test
    void steps() {
        run("StepsExample");

        awaitLog("StepsExample", "fetch", "encode", "publish");
    }

    @Test
    void skip_retry() {
        send("letter-abroad", "s", EMAIL, "");

        awaitState("s", "archived");
    }

    @Test
    void revoke() {
        send("offer", "r", EMAIL, ",\"retentionSeconds\":600");

        await().atMost(LIMIT).until(() -> queue.isGone("r"));
    }

    @Test
    void not_a_failure() {
        send("upload", "u", "1", "");

        awaitState("u", "retry");
        assertThat(queue.message("u").retried()).isZero();
    }

    @Test
    void fault_tolerance() {
        send("notice", "n", "\"me\"", "");

        awaitLog("FaultToleranceExample", "no answer", "notified \"me\"");
        await().atMost(LIMIT).until(() -> queue.isGone("n"));
        assertThat(queue.failed()).isZero();
    }

    @Test
    void retry() {
        send("transfer", "open", "\"bank closed\"", "");
        send("transfer", "closed", "\"account closed\"", "");
        awaitState("open", "retry");
        awaitState("closed", "archived");

        run("RetryExample");
        await().atMost(LIMIT).until(() -> Collections.frequency(log("RetryExample"), "bank closed") >= 3);
    }

    @Test
    void version() {
        send("move", "newer", "{}", ",\"headers\":{\"payload-version\":\"4\"}");
        send("move", "old", "{\"city\":\"Lisbon\"}", ",\"headers\":{\"payload-version\":\"2\"}");
        awaitLog("VersionExample", "Lisbon, PT");
        send("move", "current", "{\"city\":\"Rome\",\"country\":\"IT\"}",
                ",\"headers\":{\"payload-version\":\"3\"}");

        awaitLog("VersionExample", "Lisbon, PT", "Rome, IT");
        assertThat(queue.isOnlyIn("newer", "pending")).isTrue();
    }

    @Test
    void encryption() {
        run("EncryptionExample");

        awaitLog("EncryptionExample", "Ada, 1700 characters");
        awaitState("referral-1", "completed");
        assertThat(queue.message("referral-1").headers()).containsEntry("payload-codec", "deflate,aes-gcm")
                .containsEntry("payload-key", "2026");
        assertThat(new String(queue.message("referral-1").payload(), StandardCharsets.ISO_8859_1)).hasSizeLessThan(200)
                .doesNotContain("Ada", "fever");
    }

    @Test
    void large_payload() {
        run("LargePayloadExample");

        awaitLog("LargePayloadExample", "150000 characters");
        awaitState("recording-1", "completed");
        assertThat(queue.message("recording-1").headers()).containsEntry("payload-codec", "reference");
        assertThat(queue.message("recording-1").payload()).asString().matches("150000 [0-9a-f]{64} [0-9a-f]{32}");
    }

    @Test
    void priority() {
        for (String from : List.of("critical", "default", "low")) {
            playground.send("{\"type\":\"example:invoice\",\"queue\":\"" + from + "\",\"payload\":1}");
        }

        awaitLog("PriorityExample", "1", "1", "1");
    }

    @Test
    void tenant_queues() {
        run("TenantQueuesExample");
        playground.send("{\"type\":\"example:welcome-tenant\",\"queue\":\"tenant-later\",\"payload\":7}");

        await().atMost(LIMIT).untilAsserted(
                () -> assertThat(log("TenantQueuesExample")).containsExactlyInAnyOrder("Acme", "7"));
    }

    @Test
    void chain() {
        send("scan", "s", "123", "");

        awaitLog("ChainExample", "text of 3 bytes");
    }

    @Test
    void group() {
        awaitBeginOfSecond();
        run("GroupExample");

        awaitLog("GroupExample", "[one, two]");
    }

    @Test
    void call() {
        assertThat(run("CallExample")).isEqualTo("3 pieces: 750");
    }

    @Test
    void durability() {
        assertThat(run("DurabilityExample")).startsWith("Redis has no replica: ").contains("0 of 1 replicas");
    }

    @Test
    void result() {
        send("document", "d", "1", ",\"retentionSeconds\":600");

        awaitState("d", "completed");
        assertThat(queue.resultOf("d")).isEqualTo("12 pages");
    }

    @Test
    void periodic() {
        assertThat(run("PeriodicExample")).isEqualTo("true");

        await().atMost(LIMIT).untilAsserted(() -> assertThat(log("PeriodicExample")).singleElement().asString()
                .startsWith("report of 20"));
    }

    @Test
    void event() {
        send("letter-abroad", "e", EMAIL, "");

        awaitLog("EventExample", "e: no such address: me@example.com");
    }

    @Test
    void dead_letter() {
        send("payment", "p", "5", ",\"maxRetry\":0");

        awaitLog("DeadLetterExample", "5");
        awaitState("p", "archived");
    }

    @Test
    void progress() {
        send("book", "b", "1", "");

        await().atMost(LIMIT).until(() -> queue.progressOf("b") != null);
        assertThat(queue.progressOf("b").percent()).isEqualTo(30);
        assertThat(queue.progressOf("b").note()).isEqualTo("page 3 of 10");
        await().atMost(LIMIT).until(() -> queue.isGone("b"));
    }

    @Test
    void checkpoint() {
        send("ledger", "l", "10", "");

        await().atMost(LIMIT).until(() -> queue.isGone("l"));
        assertThat(log("CheckpointExample")).startsWith("behind null").filteredOn(entry -> !entry.startsWith("behind"))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
        assertThat(log("CheckpointExample")).as("attempts").filteredOn(entry -> entry.startsWith("behind"))
                .hasSizeGreaterThan(1);
    }

    @Test
    void cancellation() {
        send("simulation", "c", "1", "");
        awaitLog("CancellationExample", "running");

        redis.publish(GlobalKeys.CANCEL, "c");

        awaitLog("CancellationExample", "running", "cancelled");
        awaitState("c", "retry");
    }

    @Test
    void executor() {
        send("export", "e", "1", "");

        awaitLog("ExecutorExample", "3");
    }

    @Test
    void tracing() {
        send("packing", "p", "7", "");

        awaitLog("TracingExample", "7");
    }

    @Test
    void inspector() {
        send("address", "postponed", "{\"city\":\"Porto\"}", ",\"processInMillis\":3600000");

        assertThat(run("InspectorExample")).isEqualTo("0");
        awaitLog("PayloadExample", "Porto");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void stop_fetching() {
        assertThat(run("StopFetchingExample")).isEqualTo("STOPPED");

        send("address", "later", "{\"city\":\"Lisbon\"}", "");
        assertThat(log("PayloadExample")).isEmpty();
        assertThat(queue.isOnlyIn("later", "pending")).isTrue();
    }
}
