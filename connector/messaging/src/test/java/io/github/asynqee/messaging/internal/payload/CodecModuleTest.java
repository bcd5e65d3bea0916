package io.github.asynqee.messaging.internal.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import org.junit.jupiter.api.Test;

class CodecModuleTest {

    private static final String NEEDED = " needs the dependency io.github.asynqee:asynq-codecs, "
            + "which the application does not have";
    private static final String ALL = "mp.messaging.connector.asynq.";
    private static final String MAILS = "mp.messaging.outgoing.mails.";

    /** The module in an application with or without keys and store. */
    private record Module(Optional<String> missingForEncryption, Optional<String> missingForStoring)
            implements
                CodecSupport {
        @Override
        public PayloadCodec codec(CodecConfig config) {
            throw new IllegalStateException("not used");
        }
    }

    private static List<String> problems(CodecSupport module, String... attributes) {
        String[] more = new String[attributes.length + 2];
        more[0] = MAILS + "connector";
        more[1] = "asynq";
        System.arraycopy(attributes, 0, more, 2, attributes.length);
        ApplicationConfig config = ApplicationConfig.read(MapConfig.of(more)).config();
        return CodecModule.check(config, module).stream().map(ConfigurationException::getMessage).toList();
    }

    @Test
    void attributes_of_the_missing_module_are_refused() {
        assertThat(problems(null, ALL + "compress-above", "8k", MAILS + "encrypt", "true")).containsExactly(
                "asynq: " + ALL + "compress-above=8192" + NEEDED, "asynq: " + MAILS + "encrypt=true" + NEEDED);
        assertThat(problems(null, ALL + "encrypt", "true", MAILS + "compress-above", "0")).containsExactly(
                "asynq: " + ALL + "encrypt=true" + NEEDED, "asynq: " + MAILS + "compress-above=0" + NEEDED);
        assertThat(problems(null)).isEmpty();
    }

    @Test
    void encryption_without_keys_is_refused() {
        Module withoutKeys = new Module(Optional.of("keys"), Optional.empty());

        assertThat(problems(withoutKeys, MAILS + "encrypt", "true", MAILS + "compress-above", "1"))
                .containsExactly("asynq: " + MAILS + "encrypt=true needs keys");
        assertThat(problems(withoutKeys, ALL + "encrypt", "true", MAILS + "encrypt", "false"))
                .containsExactly("asynq: " + ALL + "encrypt=true needs keys");
        assertThat(problems(withoutKeys, ALL + "compress-above", "1")).isEmpty();
        assertThat(problems(new Module(Optional.empty(), Optional.of("store")), ALL + "encrypt", "true")).isEmpty();
    }

    @Test
    void payloads_outside_redis_need_a_store() {
        Module withoutStore = new Module(Optional.empty(), Optional.of("a store"));

        assertThat(problems(withoutStore, ALL + "store-above", "64k")).containsExactly(
                "asynq: " + ALL + "store-above=65536 needs a store");
        assertThat(problems(withoutStore, MAILS + "store-above", "0", MAILS + "encrypt", "true")).containsExactly(
                "asynq: " + MAILS + "store-above=0 needs a store");
        assertThat(problems(null, MAILS + "store-above", "0"))
                .containsExactly("asynq: " + MAILS + "store-above=0" + NEEDED);
        assertThat(problems(new Module(Optional.of("keys"), Optional.empty()), MAILS + "store-above", "0")).isEmpty();
    }

    @Test
    void without_the_module_coded_payloads_wait_for_a_server_that_has_it() {
        byte[] payload = { 1, 2 };

        assertThat(CodecModule.MISSING.decoder().decode(payload, Map.of("a", "b"))).isSameAs(payload);
        assertThatThrownBy(() -> CodecModule.MISSING.decoder().decode(payload, Map.of("payload-codec", "deflate")))
                .isInstanceOf(NotAFailureException.class).hasMessageContaining("payload-codec: deflate")
                .hasMessageContaining("asynq-codecs");
    }

    @Test
    void no_exception_has_values_of_an_encrypted_payload() {
        PayloadCodec reversed = new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                throw new UnsupportedOperationException();
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                return new byte[]{ payload[0] };
            }
        };
        Payloads.TaskReader reader = ((Payloads.TaskReader) task -> {
            throw new UnusablePayloadException("a date was expected", new NumberFormatException("4 May 1970"));
        }).after(reversed);
        TaskMessage.Builder task = TaskMessage.builder("t", "id", "q").payload(new byte[2]);

        assertThatThrownBy(
                () -> reader.read(task.headers(Map.of(PayloadCodec.CODEC_HEADER, "deflate,aes-gcm")).build()))
                .hasMessage("a date was expected").hasNoCause();
        assertThatThrownBy(() -> reader.read(task.headers(Map.of(PayloadCodec.CODEC_HEADER, "deflate")).build()))
                .hasMessage("a date was expected").hasRootCauseMessage("4 May 1970");
    }
}
