package io.github.asynqee.console.query;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as the shortest text that is parsed to the same tree. */
final class Printer {

    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\p{L}\\p{N}_.,:@/*+-]+");
    private static final Pattern PLAIN_TEXT = Pattern.compile("[\\p{L}\\p{N}_]+");
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N}_$-]+");
    private static final List<String> WORDS = List.of("OR", "AND", "NOT");

    private Printer() {}

    static String print(Node node) {
        if (node instanceof Node.All all) {
            return all.parts().stream().map(part -> part instanceof Node.Any ? group(part) : print(part))
                    .collect(Collectors.joining(" "));
        }
        if (node instanceof Node.Any any) {
            return any.parts().stream().map(Printer::print).collect(Collectors.joining(" OR "));
        }
        if (node instanceof Node.Not not) {
            return "-" + (not.part() instanceof Node.Term ? print(not.part()) : group(not.part()));
        }
        return print(((Node.Term) node).clause());
    }

    private static String group(Node node) {
        return "(" + print(node) + ")";
    }

    private static String print(Clause clause) {
        String value = clause.value();
        if (clause.field() == null) {
            return PLAIN_TEXT.matcher(value).matches() && !WORDS.contains(value) ? value : quote(value);
        }
        return clause.field() + path(clause.path()) + clause.operator()
                + (PLAIN_VALUE.matcher(value).matches() ? value : quote(value));
    }

    /** The names of members, each after a dot. */
    static String path(List<String> names) {
        return names.stream().map(name -> "." + (PLAIN_NAME.matcher(name).matches() ? name : quote(name)))
                .collect(Collectors.joining());
    }

    private static String quote(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
