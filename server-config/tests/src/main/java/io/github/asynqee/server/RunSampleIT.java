package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demonstration, whose users have known passwords. */
class RunSampleIT {

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = { "-, -", "'', -", "localhost, -", "127.0.0.1, -", "::1, -", "0.0.0.0, true" })
    void is_for_this_machine_unless_another_is_asked_for(String host, String onNetwork) {
        assertThatCode(() -> RunSample.requireLocal(host, onNetwork)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = { "0.0.0.0, -", "*, -", "shop.example.com, false", "::, -" })
    void is_refused_for_the_network(String host, String onNetwork) {
        assertThatThrownBy(() -> RunSample.requireLocal(host, onNetwork))
                .hasMessageContainingAll("HTTP_HOST", host, "localhost", "DEMO_ON_NETWORK=true");
    }
}
