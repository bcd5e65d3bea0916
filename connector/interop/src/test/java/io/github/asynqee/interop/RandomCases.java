package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * Compares results for random inputs with Go's results. The system properties {@code interop.seed} (default 1) and
 * {@code interop.cases} (default 20,000 per test) select the inputs.
 */
final class RandomCases {

    private static final long SEED = Long.getLong("interop.seed", 1);
    private static final int CASES = Integer.getInteger("interop.cases", 20_000);
    private static final int SHOWN = 20;

    private RandomCases() {}

    /**
     * Compares many cases; fails with the first differences.
     *
     * @param compare creates a case from random numbers and returns its difference from Go, if any
     */
    static void compare(Function<Random, Optional<String>> compare) {
        Random random = new Random(SEED);
        Set<String> differences = new LinkedHashSet<>();
        for (int i = 0; i < CASES && differences.size() < SHOWN; i++) {
            compare.apply(random).ifPresent(differences::add);
        }
        assertThat(differences).as("differences from Go among " + CASES + " cases of seed " + SEED).isEmpty();
    }

    /**
     * Compares two results.
     *
     * @param input the input
     * @param here the result of this implementation
     * @param inGo the result in Go
     * @return a line with input and results, empty if the results are equal
     */
    static Optional<String> difference(Object input, Object here, Object inGo) {
        return here.equals(inGo) ? Optional.empty()
                : Optional.of("<" + input + "> here: " + here + ", in Go: " + inGo);
    }

    /**
     * Selects a value.
     *
     * @param <T> the type of the values
     * @param random the source of random numbers
     * @param choices the values
     * @return one of the values
     */
    @SafeVarargs
    static <T> T oneOf(Random random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
