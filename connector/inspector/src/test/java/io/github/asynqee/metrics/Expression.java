package io.github.asynqee.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The metrics and labels of an expression of Prometheus' query language. */
final class Expression {

    private static final Pattern TOKEN = Pattern
            .compile("\"[^\"]*\"|\\[[^]]*]|[A-Za-z_:][A-Za-z0-9_:]*|[0-9][0-9.a-z]*|[=!<>~]+|\\S");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_:][A-Za-z0-9_:]*");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");
    private static final Set<String> LISTS_OF_LABELS = Set.of("by", "without", "on", "ignoring", "group_left",
            "group_right");
    private static final Set<String> STATES = Set.of("active", "archived", "completed", "pending", "retry",
            "scheduled");

    private final Map<String, Set<String>> declared = DeclaredMetrics.all();
    private final List<String> tokens;
    private final Set<String> metrics = new TreeSet<>();
    private final Set<String> labels = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    Expression(String text) {
        tokens = TOKEN.matcher(text).results().map(MatchResult::group).toList();
        for (int i = 0; i < tokens.size(); i++) {
            i = read(i);
        }
        Set<String> known = knownLabels();
        labels.stream().filter(label -> !known.contains(label))
                .forEach(label -> problems.add("no metric of the expression has the label " + label));
    }

    /** Returns undeclared names. */
    List<String> problems() {
        return problems;
    }

    Set<String> metrics() {
        return metrics;
    }

    /** The labels that the metrics have. */
    Set<String> knownLabels() {
        Set<String> known = new HashSet<>();
        metrics.forEach(metric -> known.addAll(declared.getOrDefault(metric, Set.of())));
        return known;
    }

    /** Reads what begins at a token; returns its last one. */
    private int read(int at) {
        String token = tokens.get(at);
        String next = at + 1 < tokens.size() ? tokens.get(at + 1) : "";
        if (!NAME.matcher(token).matches() || OPERATORS.contains(token)) {
            return at;
        }
        if (LISTS_OF_LABELS.contains(token)) {
            int end = tokens.subList(at, tokens.size()).indexOf(")") + at;
            tokens.subList(at + 2, end).stream().filter(label -> !label.equals(",")).forEach(labels::add);
            return end;
        }
        if (next.equals("(") || LISTS_OF_LABELS.contains(next)) {
            return at;
        }
        metrics.add(token);
        if (!declared.containsKey(token)) {
            problems.add("no such metric: " + token);
        }
        return next.equals("{") ? readMatchers(token, at + 2) : at;
    }

    /** Reads {@code label="value",…} up to the brace. */
    private int readMatchers(String metric, int from) {
        int at = from;
        while (!tokens.get(at).equals("}")) {
            String label = tokens.get(at);
            if (!declared.getOrDefault(metric, Set.of()).contains(label)) {
                problems.add(metric + " has no label " + label);
            }
            if (label.equals("state")) {
                List.of(tokens.get(at + 2).replace("\"", "").split("\\|")).stream()
                        .filter(state -> !STATES.contains(state))
                        .forEach(state -> problems.add(metric + " has no state " + state));
            }
            at += tokens.get(at + 3).equals(",") ? 4 : 3;
        }
        return at;
    }
}
