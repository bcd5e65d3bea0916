package io.github.asynqee.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The table of {@code docs/specification}: which operations may change which states of a task. */
final class Transitions {

    private static final Path TABLE = Path.of("../../docs/specification/transitions.txt");

    /** Simulates damage, expired locks and other programs. */
    private static final String FOREIGN = "Redis";

    private final List<Row> rows;
    private final Map<String, Integer> seen = new TreeMap<>();
    private int damaged;

    /** A row of the table. */
    private record Row(String operation, Set<String> from, String to, Set<String> calls) {

        static Row of(String line) {
            String[] columns = line.trim().split(" +");
            return new Row(columns[0], Set.of(columns[1].split(",")), columns[2], Set.of(columns[3].split(",")));
        }

        boolean allows(String call, String before, String after) {
            return calls.contains(call) && from.contains(before) && to.equals(after);
        }
    }

    /** A change of a task that is in no row. */
    record Violation(String change, String task) {

        @Override
        public String toString() {
            return "not in transitions.txt: " + change + ": " + Raw.readable(task);
        }
    }

    private Transitions(List<Row> rows) {
        this.rows = rows;
        rows.forEach(row -> row.from().forEach(from -> seen.put(name(row, from), 0)));
    }

    static Transitions read() {
        try {
            return new Transitions(Files.readAllLines(TABLE).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).map(Row::of).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Row row, String from) {
        return row.operation() + " of " + from;
    }

    /**
     * The changes that are in no row, as {@code call: before -> after}. Nothing is said about tasks that were damaged before.
     */
    List<Violation> violations(String call, Space before, Space after) {
        if (call.equals(FOREIGN) || before == after) {
            return List.of();
        }
        Map<String, String> were = TaskStates.of(before);
        Map<String, String> are = TaskStates.of(after);
        Set<String> tasks = new TreeSet<>(were.keySet());
        tasks.addAll(are.keySet());
        List<Violation> violations = new ArrayList<>();
        for (String task : tasks) {
            String was = were.getOrDefault(task, TaskStates.NONE);
            String is = are.getOrDefault(task, TaskStates.NONE);
            if (!was.equals(is) && !isLawful(call, was, is)) {
                violations.add(new Violation("%s: %s -> %s".formatted(call, was, is), task));
            }
        }
        return violations;
    }

    private boolean isLawful(String call, String was, String is) {
        if (was.equals(TaskStates.DAMAGED)) {
            damaged++;
            return true;
        }
        for (Row row : rows) {
            if (row.allows(call, was, is)) {
                seen.merge(name(row, was), 1, Integer::sum);
                return true;
            }
        }
        return false;
    }

    /** How often each change of the table was seen. */
    Map<String, Integer> seen() {
        return seen;
    }

    /** How many changes of damaged tasks were seen. */
    int damaged() {
        return damaged;
    }
}
