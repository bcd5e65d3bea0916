package io.github.asynqee.interop;

import static io.github.asynqee.interop.RandomCases.oneOf;

import java.util.Random;

/** Random durations in Go's notation, valid and invalid ones. */
final class RandomDurations {

    private static final String[] UNITS = { "ns", "us", "µs", "μs", "ms", "s", "m", "h" };
    private static final String SLIPS = "0123456789.+-hmsnuµd ,e";

    private final Random random;

    /**
     * Creates the source.
     *
     * @param random the source of random numbers
     */
    RandomDurations(Random random) {
        this.random = random;
    }

    /** @return a text of one to four parts, with an optional sign */
    String valid() {
        StringBuilder text = new StringBuilder(oneOf(random, "", "", "", "", "", "+", "-"));
        for (int parts = oneOf(random, 1, 1, 1, 2, 3, 4); parts > 0; parts--) {
            text.append(number()).append(oneOf(random, UNITS));
        }
        return text.toString();
    }

    /** @return a duration with a few typing errors */
    String slipped() {
        StringBuilder text = new StringBuilder(random.nextInt(10) == 0 ? enormous() : valid());
        for (int slips = random.nextInt(3); slips > 0; slips--) {
            char slip = SLIPS.charAt(random.nextInt(SLIPS.length()));
            int at = random.nextInt(text.length() + 1);
            if (at < text.length() && random.nextBoolean()) {
                text.deleteCharAt(at);
            } else {
                text.insert(at, slip);
            }
        }
        return text.toString();
    }

    /** @return nanoseconds of any size and sign, often round numbers */
    long nanos() {
        long unit = oneOf(random, 1L, 1_000L, 1_000_000L, 1_000_000_000L, 60_000_000_000L, 3_600_000_000_000L);
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong() >> random.nextInt(64);
            case 1 -> unit * random.nextInt(100) + random.nextInt(3) - 1;
            default -> unit * (random.nextInt(2_000) - 200);
        };
    }

    /** Near and beyond the longest and shortest durations of Go. */
    private String enormous() {
        long nanos = Long.MAX_VALUE - random.nextInt(3);
        return oneOf(random, "", "-") + switch (random.nextInt(4)) {
            case 0 -> Long.toUnsignedString(nanos + 1) + "ns";
            case 1 -> (nanos >> random.nextInt(40)) + oneOf(random, UNITS);
            case 2 -> "0." + nanos + nanos + oneOf(random, UNITS);
            default -> nanos / 3_600_000_000_000L + "h" + random.nextInt(60) + "m";
        };
    }

    private String number() {
        int whole = random.nextInt(oneOf(random, 10, 100, 10_000));
        return switch (random.nextInt(6)) {
            case 0 -> whole + "." + random.nextInt(1_000);
            case 1 -> "." + random.nextInt(100);
            case 2 -> whole + ".";
            default -> Integer.toString(whole);
        };
    }
}
