package io.github.asynqee.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import org.junit.jupiter.api.Test;

class StepwiseCodecTest {

    private static final byte[] SHORT = "{\"city\":\"Lisbon\"}".getBytes(UTF_8);
    private static final byte[] LONG = "{\"city\":\"Lisbon\"}".repeat(1_000).getBytes(UTF_8);

    private record Keys(String currentId, Map<String, SecretKey> all) implements CodecKeys {
        @Override
        public Optional<SecretKey> key(String id) {
            return Optional.ofNullable(all.get(id));
        }
    }

    private static SecretKey aes(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return new SecretKeySpec(key, "AES");
    }

    private static StepwiseCodec compressing(int above) {
        return new StepwiseCodec(above, false, null, new SecureRandom());
    }

    private static StepwiseCodec encrypting(String current, Map<String, SecretKey> keys) {
        return new StepwiseCodec(1_000, true, new Keys(current, keys), new SecureRandom());
    }

    private static StepwiseCodec encrypting() {
        return encrypting("a", Map.of("a", aes(1)));
    }

    @Test
    void payloads_above_the_size_are_compressed_if_that_makes_them_smaller() {
        Coded coded = compressing(1_000).encode(LONG);

        assertThat(coded.marks()).isEqualTo(Map.of("payload-codec", "deflate"));
        assertThat(coded.payload()).hasSizeLessThan(500);
        assertThat(compressing(10).decode(coded.payload(), coded.marks())).isEqualTo(LONG);
        assertThat(compressing(1_000).encode(SHORT)).isEqualTo(new Coded(SHORT, Map.of()));
        byte[] noise = new byte[5_000];
        new SecureRandom().nextBytes(noise);
        assertThat(compressing(1_000).encode(noise).marks()).isEmpty();
    }

    @Test
    void payloads_are_encrypted_each_in_another_way() {
        Coded one = encrypting().encode(SHORT);
        Coded other = encrypting().encode(SHORT);

        assertThat(one.marks()).isEqualTo(Map.of("payload-codec", "aes-gcm", "payload-key", "a"));
        assertThat(one.payload()).hasSize(SHORT.length + 28).isNotEqualTo(other.payload());
        assertThat(encrypting().decode(one.payload(), one.marks())).isEqualTo(SHORT);
        Coded both = encrypting().encode(LONG);
        assertThat(both.marks()).containsEntry("payload-codec", "deflate,aes-gcm");
        assertThat(encrypting().decode(both.payload(), both.marks())).isEqualTo(LONG);
        assertThat(encrypting().encode(new byte[0]).payload()).hasSize(28);
    }

    @Test
    void keys_are_rotated_and_a_missing_one_is_no_failure_of_the_task() {
        StepwiseCodec before = encrypting();
        StepwiseCodec after = encrypting("b", Map.of("a", aes(1), "b", aes(2)));
        Coded old = before.encode(SHORT);
        Coded current = after.encode(SHORT);

        assertThat(after.decode(old.payload(), old.marks())).isEqualTo(SHORT);
        assertThat(current.marks()).containsEntry("payload-key", "b");
        assertThatThrownBy(() -> before.decode(current.payload(), current.marks()))
                .isInstanceOf(NotAFailureException.class).hasMessageContaining("b");
        assertThatThrownBy(() -> compressing(1).decode(current.payload(), current.marks()))
                .isInstanceOf(NotAFailureException.class);
        assertThatThrownBy(() -> before.decode(SHORT, Map.of("payload-codec", "zstd")))
                .isInstanceOf(NotAFailureException.class).hasMessageContaining("zstd");
    }

    @Test
    void keys_that_cannot_be_had_now_are_no_failure_of_a_task_that_is_handled_but_refuse_one_that_is_sent() {
        Coded coded = encrypting().encode(SHORT);
        StepwiseCodec broken = new StepwiseCodec(0, true, new CodecKeys() {
            @Override
            public String currentId() {
                return "a";
            }

            @Override
            public Optional<SecretKey> key(String id) {
                throw new IllegalStateException("the vault is sealed");
            }
        }, new SecureRandom());
        StepwiseCodec wrong = encrypting("a", Map.of("a", new SecretKeySpec(new byte[5], "AES")));

        assertThatThrownBy(() -> broken.decode(coded.payload(), coded.marks()))
                .isInstanceOf(NotAFailureException.class).hasNoCause().hasMessageContaining("IllegalStateException")
                .hasMessageNotContaining("sealed");
        assertThatThrownBy(() -> broken.encode(SHORT)).hasMessageContaining("the vault is sealed");
        assertThatThrownBy(() -> wrong.decode(coded.payload(), coded.marks()))
                .isInstanceOf(NotAFailureException.class).hasMessageContaining("by the key \"a\"");
        assertThatThrownBy(() -> wrong.encode(SHORT)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> encrypting("b", Map.of()).encode(SHORT)).isInstanceOf(IllegalStateException.class)
                .hasMessage("PayloadKeys has no key \"b\", although currentId() returns this ID");
    }

    @Test
    void what_was_changed_is_refused() {
        Coded coded = encrypting().encode(LONG);
        byte[] changed = coded.payload().clone();
        changed[20] ^= 1;
        Map<String, String> headers = new HashMap<>(coded.marks());
        headers.put("payload-codec", "aes-gcm");

        assertThatThrownBy(() -> encrypting().decode(changed, coded.marks()))
                .isInstanceOf(NotAFailureException.class).hasMessageContaining("cannot be decrypted by the key");
        assertThatThrownBy(() -> encrypting().decode(coded.payload(), headers))
                .isInstanceOf(NotAFailureException.class);
        assertThatThrownBy(() -> encrypting().decode(new byte[27], coded.marks()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("too short");
        assertThatThrownBy(() -> encrypting().decode(LONG, Map.of("payload-codec", "aes-gcm")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("payload-key");
    }

    @Test
    void what_is_not_compressed_or_too_large_is_refused() {
        byte[] compressed = Deflate.deflate(LONG);

        assertThatThrownBy(() -> compressing(1).decode(SHORT, Map.of("payload-codec", "deflate")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Deflate.inflate(Arrays.copyOf(compressed, compressed.length - 5), 1_000_000))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cut");
        assertThatThrownBy(() -> Deflate.inflate(Arrays.copyOf(compressed, compressed.length + 1), 1_000_000))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("follow");
        assertThatThrownBy(() -> Deflate.inflate(compressed, 10_000)).hasMessageContaining("more than 10000 bytes");
    }
}
