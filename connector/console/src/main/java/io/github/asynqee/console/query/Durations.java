package io.github.asynqee.console.query;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 90s}, {@code 15m}, {@code 1h30m}, {@code 7d}. */
final class Durations {

    private static final Pattern PARTS = Pattern
            .compile("(?:(\\d{1,5})d)?(?:(\\d{1,6})h)?(?:(\\d{1,8})m)?(?:(\\d{1,9})s)?");
    private static final List<String> EXPECTED = List.of("90s", "15m", "1h30m", "7d");

    private Durations() {}

    static Duration of(Clause clause) {
        Matcher parts = PARTS.matcher(clause.value());
        if (clause.value().isEmpty() || !parts.matches()) {
            throw new QueryException("\"" + clause.value() + "\" is not a duration", clause.valuePosition(),
                    clause.valueLength(), EXPECTED);
        }
        return Duration.ofDays(number(parts.group(1))).plusHours(number(parts.group(2)))
                .plusMinutes(number(parts.group(3))).plusSeconds(number(parts.group(4)));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
