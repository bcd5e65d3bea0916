package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskDeadlineTest {

    static Stream<JsonNode> recorded() {
        return Vectors.all("worker_deadline");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void an_attempt_must_have_ended_at_the_recorded_time(JsonNode vector) {
        long deadline = vector.get("deadline").asLong();
        TaskMessage message = TaskMessage.builder("t", "i", "q")
                .timeout(Duration.ofSeconds(vector.get("timeout").asLong()))
                .deadline(deadline == 0 ? null : Instant.ofEpochSecond(deadline)).build();

        assertThat(message.deadlineFrom(instant(vector.get("now"))))
                .isEqualTo(instant(vector.get("worker_deadline")));
    }

    private static Instant instant(JsonNode seconds) {
        BigDecimal nanos = new BigDecimal(seconds.asText()).movePointRight(9);
        return Instant.ofEpochSecond(0, nanos.longValueExact());
    }
}
