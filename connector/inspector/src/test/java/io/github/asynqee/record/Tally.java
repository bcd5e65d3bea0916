package io.github.asynqee.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts replayed steps and collects undeclared differences. */
final class Tally {

    private static final int SHOWN = 10;

    private final Map<String, Integer> replayed = new TreeMap<>();
    private final Map<String, Integer> skipped = new TreeMap<>();
    private final Map<String, Integer> differences = new TreeMap<>();
    private final List<String> undeclared = new ArrayList<>();
    private int same;
    private int different;

    /** The expected counts. */
    static String known(String name) {
        try (InputStream file = Tally.class.getResourceAsStream("/record/" + name + ".txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts a step without a replayable operation. */
    void skipped(Step step) {
        skipped.merge(step.op(), 1, Integer::sum);
    }

    /** Counts a step; {@code wrong} has a line for each difference from the expectation. */
    void replayed(String name, Step step, Expected expected, List<String> wrong) {
        replayed.merge(step.op(), 1, Integer::sum);
        if (!wrong.isEmpty()) {
            undeclared.add("%s: %s of %s at %s%n  Go returned %s %s%n  declared: %s%n  %s".formatted(name, step.op(),
                    step.args(), step.clock(), step.result(), step.error(), expected.met(),
                    String.join("\n  ", wrong)));
        } else if (expected.met().isEmpty()) {
            same++;
        } else {
            different++;
            expected.met().forEach(difference -> differences.merge(difference.name(), 1, Integer::sum));
        }
    }

    /** The first undeclared differences. */
    List<String> undeclared() {
        return undeclared.subList(0, Math.min(SHOWN, undeclared.size()));
    }

    /** The counts, one per line. */
    @Override
    public String toString() {
        return "steps replayed: %d%n".formatted(sum(replayed)) + "as recorded: %d%n".formatted(same)
                + "with a declared difference: %d%n".formatted(different)
                + "undeclared: %d%n".formatted(undeclared.size()) + "not replayed: %d%n".formatted(sum(skipped))
                + lines("difference", differences) + lines("replayed", replayed) + lines("not replayed", skipped);
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String lines(String word, Map<String, Integer> counts) {
        return counts.entrySet().stream().map(e -> "%s %s: %d%n".formatted(word, e.getKey(), e.getValue()))
                .collect(Collectors.joining());
    }
}
