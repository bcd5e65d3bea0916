package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where something is masked no part of the API shows the text of an error, unless that is configured. */
class MaskedErrorsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final InspectedTask TASK = new InspectedTask(
            new TaskInfo("id", "q", "t", "{}".getBytes(), Map.of(), TaskState.ARCHIVED, 5, 3, "pin hunter2", NOW,
                    Duration.ZERO, null, "", Duration.ZERO, null, null),
            null, false, null, 0, NOW, null);
    private static final TaskAttempt ATTEMPT = new TaskAttempt(1, 1, NOW, NOW,
            TaskAttempt.Outcome.values()[0], "s", "pin hunter2", null);

    @ParameterizedTest
    @CsvSource({ "true, true, ***", "true, false, pin hunter2", "false, false, pin hunter2" })
    void everywhere(boolean mask, boolean errors, String shown) {
        Masking masking = new Masking(mask ? List.of("/pin") : List.of(), errors);
        ErrorSummary summary = new ErrorSummary(masking, Instant.now());
        summary.add(TASK);

        List<String> texts = List.of(Json.text(TaskRow.of(TASK, masking)),
                Json.text(ExportRow.of(TASK, masking, PayloadReader.WITHOUT_KEYS)),
                Json.text(TaskDetails.of(TASK, masking, PayloadReader.WITHOUT_KEYS, null, null, List.of(ATTEMPT),
                        List.of())),
                Json.text(summary.rows()));

        assertThat(texts).allSatisfy(text -> {
            assertThat(text).contains("\"" + shown + "\"");
            assertThat(text.contains("hunter")).isEqualTo(shown.contains("hunter"));
        });
    }

    @Test
    void only_the_class_of_an_exception_remains() {
        Masking masking = new Masking(List.of("/pin"), true);

        assertThat(masking.error("java.net.SocketTimeoutException: hunter2 timed out"))
                .isEqualTo("java.net.SocketTimeoutException: ***");
        assertThat(masking.error("shop.Outer$BadPinException")).isEqualTo("shop.Outer$BadPinException: ***");
        for (String text : List.of("hunter2", "BadPinException: hunter2", "hunter2.Exception", "at java.lang.Error: x",
                "java.lang.ErrorHunter2: x", "Hunter2.com.Exception: x", "java.lang.Hunter2: x")) {
            assertThat(masking.error(text)).as(text).isEqualTo("***");
        }
    }
}
