package io.github.asynqee.interop;

import static io.github.asynqee.interop.RandomCases.oneOf;

import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random cron specs of the whole grammar. */
final class RandomSpecs {

    private static final String[] MONTHS = { "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
            "nov",
            "dec" };
    private static final String[] DAYS = { "sun", "mon", "tue", "wed", "thu", "fri", "sat" };
    private static final String[] NAMED = { "@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight",
            "@hourly" };
    /** Characters that a typing error may insert. */
    private static final String SLIPS = "*?/-,+0123456789aJnsuLW#@=. \t\u00a0";

    private final Random random;

    RandomSpecs(Random random) {
        this.random = random;
    }

    /** A spec that Go accepts, without a time zone. */
    String valid() {
        return switch (random.nextInt(20)) {
            case 0 -> oneOf(random, NAMED);
            case 1 -> "@every " + new RandomDurations(random).valid();
            default -> String.join(blanks(), field(0, 59), field(0, 23), days(), months(), daysOfWeek());
        };
    }

    /** A spec with a few typing errors; it may still be valid. */
    String slipped() {
        StringBuilder spec = new StringBuilder(valid());
        for (int slips = random.nextInt(4); slips > 0; slips--) {
            int at = random.nextInt(spec.length() + 1);
            char slip = SLIPS.charAt(random.nextInt(SLIPS.length()));
            if (at == spec.length() || random.nextBoolean()) {
                spec.insert(at, slip);
            } else if (random.nextBoolean() && spec.length() > 1) {
                spec.deleteCharAt(at);
            } else {
                spec.setCharAt(at, slip);
            }
        }
        return spec.toString();
    }

    /** The spec, with a time zone in half of the cases. */
    String perhapsIn(String zone, String spec) {
        return random.nextBoolean() ? spec : inZone(zone, spec);
    }

    String inZone(String zone, String spec) {
        return oneOf(random, "CRON_TZ=", "TZ=") + zone + blanks().replace('\t', ' ') + spec;
    }

    private String blanks() {
        return oneOf(random, " ", " ", " ", "  ", " \t");
    }

    private String days() {
        return random.nextInt(3) == 0 ? "*" : field(1, 31);
    }

    private String months() {
        return random.nextInt(3) > 0 ? "*" : field(1, 12, MONTHS);
    }

    private String daysOfWeek() {
        return random.nextInt(3) == 0 ? oneOf(random, "*", "?") : field(0, 6, DAYS);
    }

    private String field(int least, int most, String... names) {
        int parts = oneOf(random, 1, 1, 1, 2, 3);
        return IntStream.range(0, parts).mapToObj(part -> range(least, most, names)).collect(Collectors.joining(","));
    }

    private String range(int least, int most, String... names) {
        int first = least + random.nextInt(most - least + 1);
        int last = first + random.nextInt(most - first + 1);
        return switch (random.nextInt(7)) {
            case 0 -> oneOf(random, "*", "?");
            case 1 -> oneOf(random, "*", "?") + "/" + step(most);
            case 2 -> value(first, least, names) + "/" + step(most);
            case 3 -> value(first, least, names) + "-" + value(last, least, names);
            case 4 -> value(first, least, names) + "-" + value(last, least, names) + "/" + step(most);
            default -> value(first, least, names);
        };
    }

    private int step(int most) {
        return 1 + (random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(most));
    }

    private String value(int value, int least, String... names) {
        if (names.length == 0 || random.nextBoolean()) {
            return oneOf(random, "", "", "", "", "0", "+") + value;
        }
        String name = names[value - least];
        return oneOf(random, name, name.toUpperCase(Locale.ROOT),
                name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
    }
}
