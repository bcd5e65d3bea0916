package io.github.asynqee.internal.inspect.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
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
            @every 15m                      | every 15 minutes
            @every 1h                       | every hour
            @every 1h30m                    | every 1 hour 30 minutes
            @every 0.2s                     | every second
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

    /** Entries of other schedulers can have any spec that asynq takes. */
    @Test
    @SomeDays(oneIn = 4)
    void each_valid_spec_has_words() {
        String[] parts = { "0", "1", "5", "59", "*", "?", "-", "/", ",", "mon", "JAN", "+2" };
        String[] blanks = { " ", "\t", "\u00a0", " \u2003" };
        Random random = new Random(7);
        List<String> valid = new ArrayList<>(List.of("TZ=UTC \u00a0@daily"));
        for (int i = 0; i < 100_000; i++) {
            String spec = IntStream.range(0, 5).mapToObj(field -> random.ints(1 + random.nextInt(4), 0, parts.length)
                    .mapToObj(part -> parts[part]).collect(Collectors.joining())
                    + blanks[random.nextInt(blanks.length)]).collect(Collectors.joining());
            if (isValid(spec)) {
                valid.add(spec);
            }
        }
        assertThat(valid).hasSizeGreaterThan(30)
                .allSatisfy(spec -> assertThat(SpecWords.of(spec)).as("%s", spec).isNotBlank());
    }

    private static boolean isValid(String spec) {
        try {
            CronSpec.parse(spec);
            return true;
        } catch (InvalidCronSpecException e) {
            return false;
        }
    }

    @Test
    void a_spec_without_a_value_never_runs() {
        assertThat(SpecWords.of(", 3 * * *")).isEqualTo("never");
    }

    @Test
    void an_invalid_spec_has_none() {
        assertThat(SpecWords.of("every day")).isNull();
    }
}
