package io.github.asynqee.console.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron specs in words. */
class SpecWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CRON_TZ=Europe/Berlin 0 3 * * * | every day at 03:00, Europe/Berlin
            @daily                          | every day at 00:00, UTC
            @hourly                         | every hour, UTC
            @every 15m                      | every 15m
            30 6 * * 1                      | every Monday at 06:30, UTC
            30 6 * * MON-FRI                | from Monday to Friday at 06:30, UTC
            */15 8-17 * * *                 | every 15 minutes from 08:00 to 17:59, UTC
            0 0 1 JAN,JUL *                 | on day 1 of the month in January and July at 00:00, UTC
            0 0 1 * SUN                     | on day 1 of the month and every Sunday at 00:00, UTC
            */7 * * * *                     | every 7th minute, UTC
            5 */2 * * *                     | every 2 hours at minute 5, UTC
            """)
    void a_spec_is_said_in_words(String spec, String words) {
        assertThat(SpecWords.of(spec)).isEqualTo(words);
    }

    @Test
    void an_invalid_spec_has_none() {
        assertThat(SpecWords.of("every day")).isNull();
    }
}
