package io.github.asynqee.internal.inspect.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadReaderTest {

    private static final byte[] PAYLOAD = "{\"city\":\"Lisbon\"}".repeat(20).getBytes(UTF_8);

    @TempDir
    Path directory;

    private static SecretKey aes(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return new SecretKeySpec(key, "AES");
    }

    private static TaskInfo stored(byte[] payload, boolean encrypted) {
        Coded coded = new StepwiseCodec(10, encrypted, new CodecKeys() {
            @Override
            public String currentId() {
                return "2026";
            }

            @Override
            public Optional<SecretKey> key(String id) {
                return Optional.of(aes(1));
            }
        }, new SecureRandom()).encode(payload);
        return task(coded.payload(), coded.marks());
    }

    private static TaskInfo task(byte[] payload, Map<String, String> headers) {
        return new TaskInfo("t1", "default", "test", payload, headers, TaskState.PENDING, 0, 0, "", null,
                Duration.ZERO, null, "", Duration.ZERO, null, null);
    }

    @Test
    void what_is_compressed_is_restored_without_keys() {
        ReadPayload read = PayloadReader.WITHOUT_KEYS.read(stored(PAYLOAD, false));

        assertThat(read.bytes()).isEqualTo(PAYLOAD);
        assertThat(read.codec()).isEqualTo("deflate");
        assertThat(read.problem()).isNull();
    }

    @Test
    void what_is_encrypted_is_restored_by_its_key_and_otherwise_described() {
        TaskInfo task = stored(PAYLOAD, true);

        assertThat(PayloadReader.of(Map.of("2026", aes(1))).read(task).bytes()).isEqualTo(PAYLOAD);
        ReadPayload closed = PayloadReader.WITHOUT_KEYS.read(task);
        assertThat(closed.bytes()).isNull();
        assertThat(closed.description()).isEqualTo(
                "(deflate,aes-gcm, key 2026, " + task.payload().length + " bytes: its key is not here)");
        assertThat(PayloadReader.withoutKeys("not for you").read(task).problem()).isEqualTo("not for you");
        ReadPayload other = PayloadReader.of(Map.of("2026", aes(2))).read(task);
        assertThat(other.bytes()).isNull();
        assertThat(other.problem()).contains("another key with this ID");
    }

    @Test
    void what_is_not_coded_is_shown_as_it_is() {
        assertThat(PayloadReader.WITHOUT_KEYS.read(task(PAYLOAD, Map.of("a", "b"))).bytes()).isSameAs(PAYLOAD);
        assertThat(PayloadReader.WITHOUT_KEYS.read(task(null, Map.of())).bytes()).isEmpty();
    }

    @Test
    void what_is_damaged_unknown_or_too_large_is_described() {
        assertThat(PayloadReader.WITHOUT_KEYS.read(task(PAYLOAD, Map.of("payload-codec", "deflate"))).description())
                .isEqualTo("(deflate, 340 bytes: its header marks it as compressed, but it is not)");
        assertThat(PayloadReader.WITHOUT_KEYS.read(task(PAYLOAD, Map.of("payload-codec", "zstd"))).problem())
                .contains("not known");
        TaskInfo bomb = stored(new byte[PayloadReader.MAX_BYTES + 1], false);
        assertThat(bomb.payload()).hasSizeLessThan(10_000);
        assertThat(PayloadReader.WITHOUT_KEYS.read(bomb).problem()).contains("more than 1048576 bytes");
        assertThat(PayloadReader.WITHOUT_KEYS.read(stored(new byte[PayloadReader.MAX_BYTES], false)).bytes())
                .hasSize(PayloadReader.MAX_BYTES);
        assertThat(PayloadReader.of(Map.of("2026", aes(1)))
                .read(task(PAYLOAD, Map.of("payload-codec", "aes-gcm"))).problem()).contains("payload-key");
    }

    @Test
    void what_is_stored_outside_redis_is_described_to_those_who_could_read_it() {
        byte[] reference = PayloadReference.of(PAYLOAD, "bucket/7").bytes();

        assertThat(PayloadReader.WITHOUT_KEYS.read(task(reference, Map.of("payload-codec", "reference"))).description())
                .isEqualTo("(reference, " + reference.length + " bytes: stored outside Redis, 340 bytes as bucket/7)");
        TaskInfo encrypted = task(reference, Map.of("payload-codec", "aes-gcm,reference", "payload-key", "2026"));
        assertThat(PayloadReader.of(Map.of("2026", aes(1))).read(encrypted).problem()).contains("bucket/7");
        assertThat(PayloadReader.WITHOUT_KEYS.read(encrypted).problem()).isEqualTo("its key is not here");
        for (String hostile : List.of("", "5 abc x", new String(reference, UTF_8) + "\u202Eexe", "9".repeat(9) + " "
                + "0".repeat(64) + " x")) {
            assertThat(PayloadReader.WITHOUT_KEYS
                    .read(task(hostile.getBytes(UTF_8), Map.of("payload-codec", "deflate,reference"))).problem())
                    .as(hostile).isEqualTo("its header marks it as a reference, but it cannot be read as one");
        }
    }

    @Test
    void the_rows_of_an_export_restore_small_payloads_and_not_more_than_a_limit_in_all() {
        TaskInfo row = stored(PAYLOAD, false);
        PayloadReader three = PayloadReader.of(Map.of("2026", aes(1))).ofRows(2 * PAYLOAD.length + 1);

        assertThat(three.read(row).bytes()).isEqualTo(PAYLOAD);
        assertThat(three.read(stored(PAYLOAD, true)).bytes()).isEqualTo(PAYLOAD);
        assertThat(three.read(row).bytes()).isEqualTo(PAYLOAD);
        assertThat(three.read(row).description()).contains("more than 681 bytes are not restored for one list");
        assertThat(three.read(task(PAYLOAD, Map.of())).bytes()).as("nothing to restore").isEqualTo(PAYLOAD);

        PayloadReader bombs = PayloadReader.WITHOUT_KEYS.ofRows(2 << 16);
        for (int i = 0; i < 2; i++) {
            assertThat(bombs.read(stored(new byte[1 << 17], false)).problem()).contains("more than 65536 bytes");
        }
        assertThat(bombs.read(row).problem()).as("what was not shown has cost as much").contains("for one list");
    }

    private Path file(String permissions, String... lines) throws IOException {
        Path file = Files.write(Files.createTempFile(directory, "keys", ""), Arrays.asList(lines));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void keys_are_read_from_a_file_that_is_not_for_all() throws IOException {
        String key = Base64.getEncoder().encodeToString(aes(1).getEncoded());

        assertThat(KeyFile.read(file("rw-------", "# clinic", "", "2026=" + key, " 2027 = " + key)))
                .isEqualTo(Map.of("2026", aes(1), "2027", aes(1)));
        assertThat(KeyFile.read(file("r--r-----", "2026=" + key))).containsKey("2026");
        for (String wide : new String[]{ "rw-r--r--", "rw--w----", "rw-----w-" }) {
            Path file = file(wide, "2026=" + key);
            assertThatThrownBy(() -> KeyFile.read(file)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("chmod 600 " + file);
        }
    }

    @Test
    void a_wrong_line_is_named_and_not_quoted() throws IOException {
        for (String wrong : new String[]{ "secret", "2026=secret", "=c2VjcmV0", "2026=", "2026=c2VjcmV0" }) {
            Path file = file("rw-------", "# keys", wrong);
            assertThatThrownBy(() -> KeyFile.read(file)).hasMessageContaining(file + ", line 2: ")
                    .hasMessageNotContaining("secret").hasMessageNotContaining("c2VjcmV0");
        }
        String key = Base64.getEncoder().encodeToString(aes(1).getEncoded());
        Path twice = file("rw-------", "a=" + key, "a=" + key);
        assertThatThrownBy(() -> KeyFile.read(twice)).hasMessageContaining("line 2: duplicate ID \"a\"");
        assertThatThrownBy(() -> KeyFile.read(directory.resolve("none"))).hasMessageContaining("NoSuchFileException");
    }
}
