package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {

    private static final int LIMIT = 8_192;

    @ParameterizedTest
    @CsvSource({ "boom, boom", "naïve 任務 \uD83D\uDCA5, naïve 任務 \uD83D\uDCA5", "lone \uD83D high, lone \uFFFD high",
            "lone \uDCA5 low, lone \uFFFD low", "end \uD83D, end \uFFFD", "\uDCA5\uD83D swapped, \uFFFD\uFFFD swapped",
            "\uD83D\uD83D\uDCA5, \uFFFD\uD83D\uDCA5" })
    void unpaired_surrogates_are_replaced(String text, String stored) throws UndecodableMessageException {
        assertThat(storedText(text)).isEqualTo(stored);
    }

    @Test
    void no_text_is_empty_text() throws UndecodableMessageException {
        assertThat(storedText(null)).isEmpty();
    }

    @Test
    void text_up_to_the_limit_is_kept() throws UndecodableMessageException {
        assertThat(storedText("x".repeat(LIMIT))).isEqualTo("x".repeat(LIMIT));
    }

    @Test
    void longer_text_is_cut_and_says_so() throws UndecodableMessageException {
        assertThat(storedText("x".repeat(LIMIT + 1))).isEqualTo("x".repeat(LIMIT - 1) + "…");
    }

    @Test
    void a_cut_through_a_pair_leaves_no_half_of_it() throws UndecodableMessageException {
        String text = "x".repeat(LIMIT - 2) + "\uD83D\uDCA5" + "y".repeat(10);

        String stored = storedText(text);

        assertThat(stored).hasSize(LIMIT).endsWith("x\uFFFD…");
    }

    /** The text that a peer reads. */
    private static String storedText(String text) throws UndecodableMessageException {
        byte[] written = TaskMessage.builder("t", "i", "q").build().failed(text, Instant.EPOCH, true).toBytes();
        String read = TaskMessage.parse(written).errorMessage();
        assertThat(new String(read.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)).isEqualTo(read);
        return read;
    }
}
