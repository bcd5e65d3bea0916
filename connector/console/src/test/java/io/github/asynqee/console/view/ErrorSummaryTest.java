package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import org.junit.jupiter.api.Test;

class ErrorSummaryTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final ErrorSummary summary = new ErrorSummary(new Masking(List.of()), NOW);

    private WeakReference<byte[]> add(String error) {
        byte[] payload = new byte[1_000_000];
        summary.add(
                new InspectedTask(new TaskInfo("id", "q", "t", payload, Map.of(), TaskState.ARCHIVED, 5, 3, error, NOW,
                        Duration.ZERO, null, "", Duration.ZERO, null, null), null, false, null, 0, NOW, null));
        return new WeakReference<>(payload);
    }

    @Test
    void payloads_are_not_kept() {
        WeakReference<byte[]> payload = add("boom " + "x".repeat(5_000));

        for (int i = 0; i < 50 && payload.get() != null; i++) {
            System.gc();
        }
        assertThat(payload.get()).isNull();
        assertThat(summary.rows()).singleElement().satisfies(row -> {
            assertThat(row.count()).isEqualTo(1);
            assertThat(row.sampleError()).startsWith("boom x").hasSize(1_001);
        });
    }
}
