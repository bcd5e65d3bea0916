package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.TaskAttempt;
import org.junit.jupiter.api.Test;

class AttemptRecordTest {

    private static final Instant T0 = Instant.ofEpochMilli(2_000_000_000_123L);

    private static TaskAttempt attempt(String error) {
        return new TaskAttempt(3, 1, T0, T0.plusMillis(40), TaskAttempt.Outcome.FAILED, "host:7:id", error, "0af7");
    }

    private static List<TaskAttempt> decoded(String lines) {
        return AttemptRecord.decode(lines.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void an_attempt_is_read_as_it_was_written() {
        TaskAttempt hostile = attempt("a\tb\nc\r\\n\\ <script> \u202e é");
        TaskAttempt unknown = new TaskAttempt(1, 1, null, null, TaskAttempt.Outcome.LEASE_EXPIRED, null, null, null);
        String lines = new String(AttemptRecord.of(hostile, 10).line(), StandardCharsets.UTF_8)
                + new String(AttemptRecord.of(unknown, 10).line(), StandardCharsets.UTF_8);

        assertThat(lines.lines()).hasSize(2);
        assertThat(decoded(lines)).containsExactly(hostile, unknown);
    }

    @Test
    void a_long_error_is_cut_between_characters() {
        String long500 = "x".repeat(TaskAttempt.MAX_ERROR - 1) + "\ud83d\ude00 and more";

        TaskAttempt read = AttemptRecord.decode(AttemptRecord.of(attempt(long500), 10).line()).get(0);

        assertThat(read.error()).isEqualTo("x".repeat(TaskAttempt.MAX_ERROR - 1));
    }

    @Test
    void what_cannot_be_read_is_left_out() {
        String good = new String(AttemptRecord.of(attempt("boom"), 10).line(), StandardCharsets.UTF_8);

        assertThat(decoded("x\n1\t2\n9\t\t\tNEVER_HEARD\t\t\t\n9\tx\t\tFAILED\t\t\t\n\n" + good))
                .containsExactly(attempt("boom"));
        assertThat(AttemptRecord.decode(null)).isEmpty();
    }
}
