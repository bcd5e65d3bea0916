package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class CheckpointRecordTest {

    @Test
    void a_cursor_may_have_any_bytes() {
        for (String cursor : new String[]{ "", " ", "a b\nc", "\u00e9\0" }) {
            CheckpointRecord record = new CheckpointRecord(1, 2, 3, cursor.getBytes(StandardCharsets.UTF_8));

            assertThat(CheckpointRecord.decode(record.encode())).usingRecursiveComparison().isEqualTo(record);
        }
    }

    @Test
    void what_is_no_record_counts_as_none() {
        assertThat(CheckpointRecord.decode(null)).isNull();
        assertThat(Stream.of("", "1", "1 2 3", "1 x 3 c", "1  3 c", "99999999999999999999 1 1 c")
                .map(text -> CheckpointRecord.decode(text.getBytes(StandardCharsets.UTF_8)))).containsOnlyNulls();
    }

    @Test
    void a_task_that_is_run_again_after_it_was_completed_begins_another_run() throws Exception {
        TaskMessage message = TaskMessage.builder("t", "id", "default").build();

        assertThat(CheckpointRecord.runOf(message)).isZero();
        assertThat(CheckpointRecord.runOf(message.completed(Instant.ofEpochSecond(2_000_000_000))))
                .isEqualTo(2_000_000_000);
    }
}
