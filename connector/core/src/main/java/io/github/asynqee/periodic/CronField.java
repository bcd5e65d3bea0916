package io.github.asynqee.periodic;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One of the five fields of a cron spec, as a set of values.
 *
 * @param bits bit n is set if value n matches
 * @param star whether the field has a bare {@code *} or {@code ?}, which affects how the two fields of days are
 *        combined
 */
record CronField(long bits, boolean star) {

    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,9}");

    /** The fields, with their ranges and names of values. */
    enum Kind {
        MINUTE("minute", 0, 59, List.of()),
        HOUR("hour", 0, 23, List.of()),
        DAY_OF_MONTH("day of month", 1, 31, List.of()),
        MONTH("month", 1, 12,
                List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
        DAY_OF_WEEK("day of week", 0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

        private final String label;
        private final int least;
        private final int most;
        private final List<String> names;

        Kind(String label, int least, int most, List<String> names) {
            this.label = label;
            this.least = least;
            this.most = most;
            this.names = names;
        }

        private String allowed() {
            String named = names.isEmpty() ? "" : " or " + names.get(0) + " to " + names.get(names.size() - 1);
            return least + " to " + most + named + (this == DAY_OF_WEEK ? " (Sunday is 0)" : "");
        }
    }

    boolean matches(int value) {
        return (bits >> value & 1) != 0;
    }

    /**
     * Parses a field: a list of {@code *}, {@code n} and {@code a-b}, each with an optional {@code /step}.
     *
     * @throws InvalidCronSpecException if the field is invalid
     */
    static CronField parse(Kind kind, String text) {
        long bits = 0;
        boolean star = false;
        for (String part : text.split(",")) {
            if (!part.isEmpty()) {
                CronField range = range(kind, part);
                bits |= range.bits;
                star |= range.star;
            }
        }
        return new CronField(bits, star);
    }

    private static CronField range(Kind kind, String text) {
        String[] withStep = text.split("/", -1);
        String[] ends = withStep[0].split("-", -1);
        if (withStep.length > 2) {
            throw invalid(kind, text, "at most one /");
        }
        boolean any = ends[0].equals("*") || ends[0].equals("?");
        if (ends.length > 2 && !any) {
            throw invalid(kind, text, "at most one -");
        }
        int step = withStep.length == 1 ? 1 : number(kind, text, withStep[1], "a step of at least 1");
        if (step == 0) {
            throw invalid(kind, text, "a step of at least 1");
        }
        int first = any ? kind.least : value(kind, text, ends[0]);
        int last = any || ends.length == 1 && withStep.length == 2 ? kind.most
                : ends.length == 1 ? first : value(kind, text, ends[1]);
        if (first > last) {
            throw invalid(kind, text, "a range whose first value is not above its last");
        }
        long bits = 0;
        for (int value = first; value <= last; value += Math.min(step, kind.most + 1)) {
            bits |= 1L << value;
        }
        return new CronField(bits, any && step == 1);
    }

    private static int value(Kind kind, String range, String text) {
        int named = kind.names.indexOf(text.toLowerCase(Locale.ROOT));
        int value = named >= 0 ? kind.least + named : number(kind, range, text, kind.allowed());
        if (value < kind.least || value > kind.most) {
            throw invalid(kind, range, kind.allowed());
        }
        return value;
    }

    private static int number(Kind kind, String range, String text, String allowed) {
        if (!NUMBER.matcher(text).matches()) {
            throw invalid(kind, range, allowed);
        }
        return Integer.parseInt(text);
    }

    private static InvalidCronSpecException invalid(Kind kind, String text, String allowed) {
        return new InvalidCronSpecException(kind.label + " \"" + text + "\" is invalid: allowed is " + allowed);
    }
}
