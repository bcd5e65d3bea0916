package io.github.asynqee.codecs.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Coded;
import org.junit.jupiter.api.Test;

class StoringCodecTest {

    private static final byte[] PAYLOAD = "A long letter. ".repeat(100).getBytes(UTF_8);

    private final MemoryStore store = new MemoryStore();

    private record Keys(String currentId) implements CodecKeys {
        @Override
        public Optional<SecretKey> key(String id) {
            return Optional.of(new SecretKeySpec(new byte[16], "AES"));
        }
    }

    private static PayloadCodec steps(boolean compresses, boolean encrypts) {
        return new StepwiseCodec(compresses ? 100 : Integer.MAX_VALUE, encrypts, new Keys("k"), new SecureRandom());
    }

    private static StoringCodec storing(PayloadStore store) {
        return new StoringCodec(steps(false, false), store, 1_000);
    }

    private Coded stored() {
        return storing(store).encode(PAYLOAD, "letters", "letter:new");
    }

    private byte[] decoded(Coded coded) {
        return storing(store).decode(coded.payload(), coded.marks());
    }

    @Test
    void redis_gets_a_reference_with_size_and_digest_of_what_is_above_the_size() {
        Coded coded = stored();

        assertThat(coded.marks()).isEqualTo(Map.of("payload-codec", "reference"));
        assertThat(coded.payload()).asString().matches("1500 [0-9a-f]{64} letters/letter:new/0");
        assertThat(store.payloads.get("letters/letter:new/0")).isEqualTo(PAYLOAD);
        assertThat(decoded(coded)).isEqualTo(PAYLOAD);
        byte[] small = new byte[1_000];
        assertThat(storing(store).encode(small, "q", "t")).isEqualTo(new Coded(small, Map.of()));
        assertThat(storing(store).decode(small, Map.of())).isSameAs(small);
        assertThat(store.payloads).hasSize(1);
    }

    @Test
    void what_is_stored_is_compressed_and_encrypted_and_only_its_size_decides() {
        for (Map.Entry<PayloadCodec, String> each : Map.of(steps(true, false), "deflate", steps(false, true), "aes-gcm",
                steps(true, true), "deflate,aes-gcm").entrySet()) {
            StoringCodec codec = new StoringCodec(each.getKey(), store, 20);
            Coded coded = codec.encode(PAYLOAD, "q", "t");

            assertThat(coded.marks()).containsEntry("payload-codec", each.getValue() + ",reference");
            assertThat(coded.marks().containsKey("payload-key")).isEqualTo(each.getValue().contains("aes-gcm"));
            assertThat(codec.decode(coded.payload(), coded.marks())).isEqualTo(PAYLOAD);
            assertThat(store.payloads.values()).noneMatch(bytes -> new String(bytes, UTF_8).contains("letter"));
        }
        assertThat(new StoringCodec(steps(true, false), store, 1_000).encode(PAYLOAD, "q", "t").marks())
                .containsEntry("payload-codec", "deflate");
    }

    @Test
    void a_reference_is_not_passed_off_as_an_encrypted_payload() {
        StoringCodec codec = new StoringCodec(steps(false, true), store, 20);
        Coded coded = codec.encode(PAYLOAD, "q", "t");
        Map<String, String> without = new HashMap<>(coded.marks());
        without.put("payload-codec", "aes-gcm");

        assertThatThrownBy(() -> codec.decode(coded.payload(), without))
                .isInstanceOf(PayloadCodec.NotYetException.class).extracting("problem")
                .isEqualTo(PayloadCodec.Problem.KEY);
    }

    @Test
    void a_task_waits_for_a_server_that_has_the_store_and_for_the_store() {
        Coded coded = stored();

        assertThatThrownBy(() -> storing(null).decode(coded.payload(), coded.marks()))
                .isInstanceOf(PayloadCodec.NotYetException.class)
                .hasMessage("its payload is stored outside Redis as \"letters/letter:new/0\", but the application does "
                        + "not have exactly one bean of type PayloadStore");
        store.failure = new IOException("password");
        assertThatThrownBy(() -> decoded(coded)).isInstanceOf(PayloadCodec.NotYetException.class)
                .hasMessageContaining("\"letters/letter:new/0\", but PayloadStore failed: java.io.IOException")
                .hasMessageNotContaining("password").extracting("problem").isEqualTo(PayloadCodec.Problem.STORE);
        store.failure = null;
        assertThat(decoded(coded)).isEqualTo(PAYLOAD);
    }

    @Test
    void without_a_store_a_large_payload_is_refused_by_name() {
        assertThatThrownBy(() -> storing(null).encode(PAYLOAD, "letters", "letter:new"))
                .isInstanceOf(EnqueueException.class)
                .hasMessage("it has 1500 bytes, which is more than store-above=1000, but the application does not have "
                        + "exactly one bean of type PayloadStore");
    }

    @Test
    void a_lost_payload_uses_a_retry_and_a_wrong_one_is_never_handled() {
        Coded coded = stored();

        store.payloads.put("letters/letter:new/0", new byte[PAYLOAD.length]);
        assertThatThrownBy(() -> decoded(coded)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the stored object's size or SHA-256 does not match");
        store.payloads.clear();
        assertThatThrownBy(() -> decoded(coded)).isInstanceOf(PayloadCodec.UnreadException.class)
                .hasMessage(
                        "its payload is stored outside Redis as \"letters/letter:new/0\", and PayloadStore does not "
                                + "have it");
    }

    @Test
    void of_an_endless_payload_no_more_is_read_than_was_put() {
        Coded coded = stored();
        AtomicLong read = new AtomicLong();
        StoringCodec endless = storing(new MemoryStore() {
            @Override
            public Optional<InputStream> get(String reference) {
                return Optional.of(new InputStream() {
                    @Override
                    public int read() {
                        return (int) (read.incrementAndGet() & 0x7F);
                    }
                });
            }
        });

        assertThatThrownBy(() -> endless.decode(coded.payload(), coded.marks()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(read).hasValue(PAYLOAD.length + 1);
    }

    @Test
    void a_text_that_is_no_reference_does_not_reach_the_store() {
        store.failure = new IOException("must not be called");
        String digest = "0".repeat(64);
        for (String hostile : new String[]{ "", "5", "5 " + digest + " ", "5 " + digest + " a\nb",
                "-5 " + digest + " a",
                "999999999 " + digest + " a", "5 " + digest + " " + "a".repeat(1_025), "x".repeat(100_000) }) {
            assertThatThrownBy(
                    () -> storing(store).decode(hostile.getBytes(UTF_8), Map.of("payload-codec", "reference")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("its header marks it as a reference, but it cannot be read as one");
        }
    }

    @Test
    void a_task_whose_payload_cannot_be_put_is_not_stored() {
        store.failure = new IOException("disk full");
        assertThatThrownBy(this::stored).isInstanceOf(EnqueueException.class)
                .hasMessage("PayloadStore failed: java.io.IOException: disk full");

        for (String wrong : new String[]{ null, "", " ", "a\nb", "a".repeat(1_025) }) {
            StoringCodec codec = storing(new MemoryStore() {
                @Override
                public String put(byte[] payload, String queue, String type) {
                    return wrong;
                }
            });
            assertThatThrownBy(() -> codec.encode(PAYLOAD, "q", "t")).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("PayloadStore.put returned ").hasMessageNotContaining("\n");
        }
    }
}
