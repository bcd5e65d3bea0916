package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * Many random inputs, each compared with what Go makes of it. The system properties {@code interop.seed} (1) and
 * {@code interop.cases} (20,000 for each test) choose others and more.
 */
public final class RandomCases {

    private static final long SEED = Long.getLong("interop.seed", 1);
    private static final int CASES = Integer.getInteger("interop.cases", 20_000);
    private static final int SHOWN = 20;

    private RandomCases() {}

    /**
     * Compares many cases; fails with the first differences.
     *
     * @param compare makes a case of random numbers and tells in what it differs from Go, if it does
     */
    public static void compare(Function<Random, Optional<String>> compare) {
        Random random = new Random(SEED);
        Set<String> differences = new LinkedHashSet<>();
        for (int i = 0; i < CASES && differences.size() < SHOWN; i++) {
            compare.apply(random).ifPresent(differences::add);
        }
        assertThat(differences).as("differences from Go among " + CASES + " cases of seed " + SEED).isEmpty();
    }

    /**
     * What differs, if it does.
     *
     * @param input the input
     * @param here the result of this implementation
     * @param inGo the result in Go
     * @return a line that tells all three, empty if the results are equal
     */
    public static Optional<String> difference(Object input, Object here, Object inGo) {
        return here.equals(inGo) ? Optional.empty()
                : Optional.of("<" + input + "> here: " + here + ", in Go: " + inGo);
    }

    /**
     * One of several.
     *
     * @param <T> what they are
     * @param random where the choice comes from
     * @param choices the several
     * @return one of them
     */
    @SafeVarargs
    public static <T> T oneOf(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
