package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks whose payloads are compressed or encrypted. */
class CodedPayloadsTest extends CommandTest {

    private static final SecretKey KEY = new SecretKeySpec(new byte[16], "AES");
    private static final List<String> SHOWING = List.of("task inspect -q q -i encrypted -o csv",
            "task ls -q q -s pending -o csv", "task search -q q -o csv", "task ls -q q -s pending");

    @TempDir
    Path directory;
    private Path keys;

    @BeforeEach
    void enqueue() throws IOException {
        keys = Files.writeString(directory.resolve("keys"),
                "2026=" + Base64.getEncoder().encodeToString(KEY.getEncoded()));
        permit("rw-------");
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(coded("encrypted", true));
            client.enqueue(coded("compressed", false));
        }
    }

    private void permit(String permissions) throws IOException {
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString(permissions));
    }

    private static Task<byte[]> coded(String id, boolean encrypted) {
        String payload = "letter of " + id + " ";
        Coded coded = new StepwiseCodec(100, encrypted, new CodecKeys() {
            @Override
            public String currentId() {
                return "2026";
            }

            @Override
            public Optional<SecretKey> key(String keyId) {
                return Optional.of(KEY);
            }
        }, new SecureRandom()).encode((encrypted ? payload : payload.repeat(20)).getBytes(StandardCharsets.UTF_8));
        Task<byte[]> task = Task.of("t", coded.payload()).queue("q").id(id);
        for (Map.Entry<String, String> mark : coded.marks().entrySet()) {
            task = task.header(mark.getKey(), mark.getValue());
        }
        return task;
    }

    private String shown(String command, String... more) {
        String[] words = (command + " " + String.join(" ", more)).strip().split(" ");
        assertThat(run(words)).as(err.toString()).isZero();
        return out.toString();
    }

    @Test
    void what_is_encrypted_is_shown_with_its_key_and_otherwise_described() {
        for (String command : SHOWING) {
            assertThat(shown(command, "--payload_keys", keys.toString())).contains("letter of encrypted");
            assertThat(shown(command)).contains("aes-gcm, key 2026, 48 bytes: its key is not here")
                    .doesNotContain("letter of encrypted");
        }
        assertThat(shown("task ls -q q -s pending -o csv")).contains("letter of compressed letter of");
    }

    @Test
    void a_list_describes_what_a_task_on_its_own_shows_and_what_is_outside_redis() {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            Coded large = new StepwiseCodec(100, false, null, new SecureRandom())
                    .encode("x".repeat(70_000).getBytes(StandardCharsets.UTF_8));
            client.enqueue(Task.of("t", large.payload()).queue("large").id("l").headers(large.marks()));
            client.enqueue(Task.of("t", PayloadReference.of(new byte[9], "bucket/7").bytes()).queue("large").id("o")
                    .header("payload-codec", "reference"));
        }

        for (String command : List.of("task ls -q large -s pending", "task search -q large -o csv")) {
            assertThat(shown(command)).contains("more than 65536 bytes",
                    "stored outside Redis, 9 bytes as bucket/7").doesNotContain("xxx");
        }
        assertThat(shown("task inspect -q large -i l -o csv")).contains("xxx");
    }

    @Test
    void a_file_of_keys_that_all_can_read_is_refused() throws IOException {
        permit("rw-r--r--");

        assertThat(run("task", "inspect", "-q", "q", "-i", "encrypted", "-o", "csv", "--payload_keys",
                keys.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("chmod 600 " + keys);
        assertThat(out.toString()).isEmpty();
        assertThat(run("task", "edit", "-q", "q", "-i", "encrypted", "--retry", "3", "--payload_keys", keys.toString()))
                .isEqualTo(1);
        assertThat(run("queue", "pause", "q", "--payload_keys", keys.toString())).as("shows no payload").isZero();
    }

    @Test
    void an_edit_stores_no_plain_payload_where_an_encrypted_one_was() {
        assertThat(run("task", "edit", "-q", "q", "-i", "encrypted", "-l", "{}")).isEqualTo(1);
        assertThat(err.toString()).contains("encrypted", "aes-gcm");
    }
}
