package io.github.asynqee.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.protocol.TaskMessage;
import org.junit.jupiter.api.Test;

class SettlementTest {

    private static final int MEGABYTE = 1 << 20;

    /** One larger than a portion is alone in its own. */
    @Test
    void outcomes_that_write_large_messages_are_written_in_portions() {
        assertThat(sizes(new Outcome.Archive("failed"), 1, 1, 1, 1, 1, 5, 3, 2)).containsExactly(3, 2, 1, 1, 1);
    }

    @Test
    void outcomes_that_write_no_message_are_written_together() {
        assertThat(sizes(new Outcome.Done(), 1, 1, 1, 1, 1, 5, 3, 2)).containsExactly(8);
    }

    private static List<Integer> sizes(Outcome outcome, Integer... megabytes) {
        return Settlement
                .portions(Stream.of(megabytes)
                        .map(size -> new Settlement(new Lease(TaskMessage.builder("large", "id", "default")
                                .payload(new byte[size * MEGABYTE]).build(), 1), outcome))
                        .toList())
                .stream().map(List::size).toList();
    }
}
