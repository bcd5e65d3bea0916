package io.github.asynqee.messaging.internal.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.PayloadUpgrade;
import org.junit.jupiter.api.Test;

class UpgradingReaderTest {

    /** Version 2. */
    public record Two(String city) {}

    /** Version 4; version 3 has the same form. */
    public record Four(String city, String country) {}

    private static final UpgradeStep FROM_TEXT = step(1, String.class, Two.class, text -> new Two((String) text));
    private static final UpgradeStep FROM_TWO = step(2, Two.class, Four.class,
            two -> new Four(((Two) two).city(), "PT"));

    private final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));

    private static UpgradeStep step(int from, Class<?> source, Class<?> target,
            PayloadUpgrade<Object, Object> upgrade) {
        return new UpgradeStep(from, source, target, "the upgrade", () -> upgrade);
    }

    private static TaskMessage task(String payload, String version) {
        return TaskMessage.builder("move", "1", "default").payload(payload.getBytes(StandardCharsets.UTF_8))
                .headers(version == null ? Map.of() : Map.of(Task.VERSION_HEADER, version)).build();
    }

    private Object read(VersionRange versions, String payload, String version, UpgradeStep... steps)
            throws UnusablePayloadException {
        return UpgradingReader.of(payloads, Four.class, versions, List.of(steps)).read(task(payload, version));
    }

    @Test
    void each_version_is_decoded_as_its_own_type_and_upgraded_step_by_step() throws Exception {
        VersionRange all = new VersionRange(1, 4);

        assertThat(read(all, "Lisbon", null, FROM_TEXT, FROM_TWO)).isEqualTo(new Four("Lisbon", "PT"));
        assertThat(read(all, "{\"city\":\"Porto\"}", "2", FROM_TWO, FROM_TEXT)).isEqualTo(new Four("Porto", "PT"));
        assertThat(read(all, "{\"city\":\"Faro\",\"country\":\"P\"}", "3", FROM_TWO, FROM_TEXT))
                .as("without an upgrade as the next version").isEqualTo(new Four("Faro", "P"));
        assertThat(read(all, "{\"city\":\"Rome\",\"country\":\"IT\"}", "4", FROM_TWO, FROM_TEXT))
                .isEqualTo(new Four("Rome", "IT"));
    }

    @Test
    void it_knows_which_tasks_it_upgrades_also_behind_a_codec() {
        Payloads.TaskReader reader = UpgradingReader
                .of(payloads, Four.class, new VersionRange(1, 4), List.of(FROM_TEXT, FROM_TWO))
                .after(PayloadCodec.NONE);

        assertThat(reader.upgrades(task("Lisbon", null))).isTrue();
        assertThat(reader.upgrades(task("{}", "2"))).isTrue();
        assertThat(reader.upgrades(task("{}", "3"))).isFalse();
        assertThat(reader.upgrades(task("{}", "5"))).isFalse();
        assertThat(Payloads.TaskReader.of(payloads.reader(Four.class)).upgrades(task("{}", "2"))).isFalse();
    }

    @Test
    void upgrades_of_other_types_and_versions_are_not_used() throws Exception {
        String four = "{\"city\":\"Rome\",\"country\":\"IT\"}";
        UpgradeStep other = step(3, String.class, Two.class, text -> null);

        assertThat(read(new VersionRange(3, 4), four, "3", FROM_TWO, other)).isEqualTo(new Four("Rome", "IT"));
        assertThat(read(new VersionRange(1, 2), four, "2", FROM_TWO)).as("the last version is the handler's")
                .isEqualTo(new Four("Rome", "IT"));
        assertThat(read(null, four, "2", FROM_TWO)).as("a channel without versions").isEqualTo(new Four("Rome", "IT"));
    }

    @Test
    void a_failed_upgrade_makes_the_payload_unusable() {
        VersionRange versions = new VersionRange(2, 3);
        UpgradeStep failing = step(2, Two.class, Four.class, two -> {
            throw new IllegalStateException("no such city");
        });

        assertThatThrownBy(() -> read(versions, "{}", "2", failing)).isInstanceOf(UnusablePayloadException.class)
                .hasMessageContaining("version is 2").hasMessageContaining("the upgrade")
                .hasMessageContaining("no such city");
        assertThatThrownBy(() -> read(versions, "{}", "2", step(2, Two.class, Four.class, two -> null)))
                .isInstanceOf(UnusablePayloadException.class).hasMessageContaining("null");
    }

    @Test
    void what_a_failed_upgrade_tells_of_an_encrypted_payload_is_not_stored() {
        UpgradeStep failing = step(2, Two.class, Four.class, two -> {
            throw new IllegalStateException("no such city: " + ((Two) two).city());
        });
        PayloadCodec decrypting = new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                throw new UnsupportedOperationException();
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                return "{\"city\":\"Lisbon\"}".getBytes(StandardCharsets.UTF_8);
            }
        };
        TaskMessage task = TaskMessage.builder("move", "1", "default")
                .headers(Map.of(Task.VERSION_HEADER, "2", PayloadCodec.CODEC_HEADER, "aes-gcm")).build();

        assertThatThrownBy(() -> UpgradingReader.of(payloads, Four.class, new VersionRange(2, 3), List.of(failing))
                .after(decrypting).read(task)).isInstanceOf(UnusablePayloadException.class).hasNoCause()
                .hasMessageContaining("version is 2").hasMessageContaining("IllegalStateException")
                .hasMessageNotContaining("Lisbon");
    }
}
