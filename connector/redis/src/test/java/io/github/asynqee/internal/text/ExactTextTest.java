package io.github.asynqee.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactTextTest {

    @ParameterizedTest
    @ValueSource(strings = { "", "plain", "naïve 任務 \uD83D\uDCA5", "the replacement \uFFFD itself" })
    void text_is_text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(ExactText.decode(bytes)).isEqualTo(text);
        assertThat(ExactText.encode(text)).isEqualTo(bytes);
    }

    @Test
    void any_bytes_remain_what_they_are() {
        Random random = new Random(1);
        byte[] start = { (byte) 0xff, (byte) 0xf0, (byte) 0x9f, (byte) 0xed, (byte) 0xb2, (byte) 0x80, 'a',
                (byte) 0xc3 };
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            random.nextBytes(bytes);
            System.arraycopy(start, random.nextInt(start.length), bytes, 0, 1);

            assertThat(ExactText.encode(ExactText.decode(bytes))).isEqualTo(bytes);
        }
    }
}
