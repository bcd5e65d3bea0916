package io.github.asynqee.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;

import io.github.asynqee.bench.peers.process.PeerKind;
import org.junit.jupiter.api.Test;

class PeerOptionsTest {

    @Test
    void measuresEverythingWithoutOptions() {
        PeerOptions options = PeerOptions.parse(List.of());

        assertThat(options.peers()).containsExactly(PeerKind.values());
        assertThat(options.rounds()).isEqualTo(3);
    }

    @Test
    void selectsInTheOrderOfTheTurns() {
        PeerOptions options = PeerOptions.parse(List.of("--peers", "jms-disk,asynq-memory", "--rounds", "5",
                "--seconds", "0.5"));

        assertThat(options.peers()).containsExactly(PeerKind.ASYNQ_MEMORY, PeerKind.JMS_DISK);
        assertThat(options.rounds()).isEqualTo(5);
        assertThat(options.seconds()).isEqualTo(0.5);
    }

    @Test
    void namesWhatIsAllowed() {
        assertThatIllegalArgumentException().isThrownBy(() -> PeerOptions.parse(List.of("--peers", "kafka")))
                .withMessageContaining("kafka").withMessageContaining("jobrunr-disk");
        assertThatIllegalArgumentException().isThrownBy(() -> PeerOptions.parse(List.of("--rounds", "0")))
                .withMessage("--rounds is a number above 0, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> PeerOptions.parse(List.of("--seconds", "0")))
                .withMessage("--seconds is a number above 0, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> PeerOptions.parse(List.of("--round", "1")))
                .withMessageContaining("--rounds");
        assertThatIllegalArgumentException().isThrownBy(() -> PeerOptions.parse(List.of("--out")))
                .withMessage("--out needs a value");
    }
}
