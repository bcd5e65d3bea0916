package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import jakarta.servlet.http.HttpServletRequest;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.Content;
import io.github.asynqee.console.view.ExportRow;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks whose payloads are compressed, encrypted, or both. */
class CodedPayloadsTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final SecretKey KEY = new SecretKeySpec(new byte[16], "AES");
    private static final String PAYLOAD = "{\"password\":\"s3cret\",\"letter\":\"" + "A long letter. ".repeat(10)
            + "\"}";

    private TestConsole console;

    @BeforeEach
    void start() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC(), List.of(), Map.of("2026", KEY));
        enqueue("compressed", false);
        enqueue("encrypted", true);
    }

    @AfterEach
    void close() {
        console.close();
    }

    private void enqueue(String id, boolean encrypted) {
        enqueue(id, encrypted, PAYLOAD);
    }

    private void enqueue(String id, boolean encrypted, String payload) {
        console.of("default").redis().client().enqueue(coded(id, encrypted, payload));
    }

    private static Task<byte[]> coded(String id, boolean encrypted, String payload) {
        Coded coded = new StepwiseCodec(10, encrypted, new CodecKeys() {
            @Override
            public String currentId() {
                return "2026";
            }

            @Override
            public Optional<SecretKey> key(String keyId) {
                return Optional.of(KEY);
            }
        }, new SecureRandom()).encode(payload.getBytes(StandardCharsets.UTF_8));
        Task<byte[]> task = Task.of("t", coded.payload()).queue("q").id(id);
        for (Map.Entry<String, String> mark : coded.marks().entrySet()) {
            task = task.header(mark.getKey(), mark.getValue());
        }
        return task;
    }

    private void mask() {
        console.close();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC(), List.of("/password"), Map.of("2026", KEY));
    }

    private OneTaskResource task(String id, Role role) {
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString("q");
        task.id = Segment.fromString(id);
        task.console = console;
        task.notes = new AuditNotes();
        task.http = (HttpServletRequest) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class },
                (proxy, method, arguments) -> method.getName().equals("isUserInRole")
                        ? role.containerName().equals(arguments[0]) : null);
        return task;
    }

    private InspectedTask inspected(String id) {
        return console.of("default").redis().inspector().tasks().get("q", id);
    }

    private ExportRow export(String id) {
        return ExportRow.of(inspected(id), console.masking(), PayloadReader.WITHOUT_KEYS.ofRows());
    }

    private TaskInfo stored(String id) {
        return inspected(id).info();
    }

    @Test
    void those_who_may_see_an_encrypted_payload_and_the_others_what_is_known_of_it() {
        long size = stored("encrypted").payload().length;

        Content shown = task("encrypted", Role.ADMIN).details().payload();
        assertThat(shown).returns("json", Content::kind).returns(PAYLOAD, Content::text)
                .returns(new Content.Stored("deflate,aes-gcm", "2026", size, true, null), Content::stored);
        for (Role role : List.of(Role.VIEWER, Role.OPERATOR)) {
            Content closed = task("encrypted", role).details().payload();
            assertThat(closed).returns("coded", Content::kind).returns(null, Content::text)
                    .returns(null, Content::base64).returns(size, Content::size);
            assertThat(closed.stored().problem()).contains("asynq-admin");
        }
        assertThat(Json.text(TaskRow.of(inspected("encrypted"), console.masking()))).doesNotContain("s3cret");
    }

    @Test
    void the_reading_of_an_encrypted_payload_is_in_the_audit_log() {
        task("encrypted", Role.VIEWER).details();
        task("compressed", Role.ADMIN).details();
        assertThat(console.of("default").audit().read(null, 10).items()).isEmpty();

        task("encrypted", Role.ADMIN).details();
        assertThat(console.of("default").audit().read(null, 10).items()).singleElement()
                .returns("payload.read", AuditEntry::action).returns("q", AuditEntry::queue)
                .returns("encrypted", AuditEntry::task).returns("encrypted by key 2026", AuditEntry::detail);
    }

    @Test
    void what_is_masked_is_masked_in_what_is_restored_too() {
        mask();

        Content shown = task("encrypted", Role.ADMIN).details().payload();
        assertThat(shown.text()).contains("\"***\"", "A long letter").doesNotContain("s3cret");
        assertThat(task("compressed", Role.VIEWER).details().payload().text()).contains("\"***\"");
        assertThat(TaskRow.of(inspected("compressed"), console.masking()).payload()).contains("\"***\"");
        ExportRow export = export("compressed");
        assertThat(export.payload()).contains("\"***\"").doesNotContain("s3cret");
        assertThat(export.payloadBase64()).isNull();
    }

    @Test
    void all_see_what_is_compressed_and_an_export_has_the_stored_bytes() {
        assertThat(task("compressed", Role.VIEWER).details().payload().text()).isEqualTo(PAYLOAD);
        assertThat(TaskRow.of(inspected("compressed"), console.masking()).payload()).isEqualTo(PAYLOAD);
        assertThat(export("compressed").payloadBase64()).isNotNull();
    }

    @Test
    void a_change_stores_no_plain_payload_where_an_encrypted_one_was() {
        byte[] before = stored("encrypted").payload();
        OneTaskResource task = task("encrypted", Role.ADMIN);

        for (String headers : List.of("", ",\"headers\":{}")) {
            String body = "{\"payload\":{\"text\":\"{}\"}" + headers + "}";
            assertThatThrownBy(() -> task.edit(body)).hasMessageContaining("encrypted");
            assertThatThrownBy(() -> task.duplicate(body)).hasMessageContaining("encrypted");
        }
        TaskRow copy = task.duplicate("{\"headers\":{\"a\":\"b\"}}");
        task.edit("{\"maxRetry\":7,\"headers\":{}}");
        task.archive();
        task.run();
        task.move("{\"queue\":\"other\"}");

        TaskInfo moved = console.of("default").redis().inspector().tasks().get("other", "encrypted").info();
        assertThat(moved.payload()).isEqualTo(before);
        assertThat(moved.headers()).containsEntry("payload-key", "2026");
        assertThat(stored(copy.id()).payload()).isEqualTo(before);
        assertThat(stored(copy.id()).headers()).containsEntry("payload-codec", "deflate,aes-gcm");
    }

    @Test
    void asterisks_of_a_compressed_payload_keep_what_they_stand_for() {
        mask();
        byte[] before = stored("compressed").payload();
        String shown = task("compressed", Role.ADMIN).details().payload().text();

        task("compressed", Role.ADMIN).edit("{\"payload\":{\"text\":" + Json.text(shown) + "}}");
        assertThat(stored("compressed").payload()).isEqualTo(before);
        assertThat(stored("compressed").headers()).containsEntry("payload-codec", "deflate");

        task("compressed", Role.ADMIN)
                .edit("{\"payload\":{\"text\":\"{\\\"password\\\":\\\"***\\\",\\\"n\\\":2}\"}}");
        assertThat(stored("compressed").payload()).asString().isEqualTo("{\"password\":\"s3cret\",\"n\":2}");
        assertThat(stored("compressed").headers()).doesNotContainKey("payload-codec");
    }

    @Test
    void the_rows_of_a_page_restore_less_than_a_task_on_its_own() {
        enqueue("large", false, "\"" + "A long letter. ".repeat(5_000) + "\"");

        assertThat(TaskRow.of(inspected("large"), console.masking()).payload()).isNull();
        assertThat(task("large", Role.VIEWER).details().payload().text()).hasSize(75_002);
    }

    @Test
    void an_export_with_masked_values_leaves_out_what_is_too_large_to_be_restored_and_names_the_reason() {
        enqueue("large", false, "{\"password\":\"s3cret\",\"letter\":\"" + "A long letter. ".repeat(5_000) + "\"}");
        mask();

        ExportRow row = export("large");
        assertThat(row.payload()).isNull();
        assertThat(row.payloadBase64()).isNull();
        assertThat(row.payloadProblem()).contains("more than 65536 bytes");
        assertThat(export("compressed").payloadProblem()).isNull();
    }

    @Test
    void a_payload_outside_redis_is_described_and_not_replaced() {
        byte[] reference = PayloadReference.of(PAYLOAD.getBytes(StandardCharsets.UTF_8), "bucket/7").bytes();
        console.of("default").redis().client().enqueue(Task.of("t", reference).queue("q").id("outside")
                .header("payload-codec", "deflate,reference"));

        Content shown = task("outside", Role.VIEWER).details().payload();
        assertThat(shown).returns("coded", Content::kind).returns((long) reference.length, Content::size);
        assertThat(shown.stored().problem())
                .isEqualTo("stored outside Redis, " + PAYLOAD.length() + " bytes as bucket/7");
        assertThat(TaskRow.of(inspected("outside"), console.masking()).payload()).isNull();
        assertThat(export("outside").payload()).endsWith(" bucket/7");
        assertThatThrownBy(() -> task("outside", Role.ADMIN).edit("{\"payload\":{\"text\":\"{}\"}}"))
                .hasMessageContaining("outside Redis");

        mask();
        assertThat(export("outside").payload()).as("has a digest, by which a guess can be tested").isNull();
        assertThat(export("outside").payloadProblem()).contains("bucket/7");
    }

    @Test
    void the_digest_of_a_payload_is_shown_to_those_who_may_see_it() {
        console.of("default").redis().client().enqueue(coded("unique", true, PAYLOAD).uniqueKey("42").unique(
                Duration.ofHours(1)));

        assertThat(task("unique", Role.ADMIN).details().uniqueKey()).doesNotContain("***");
        assertThat(task("unique", Role.VIEWER).details().uniqueKey()).endsWith(":***");
    }
}
