package io.github.asynqee.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. */
final class Table {

    private final int columns;
    private final StringBuilder head = new StringBuilder();
    private final List<String> rows = new ArrayList<>();

    /** A table with a title in its corner and a heading for each column of values. */
    Table(String corner, List<String> headings) {
        columns = headings.size();
        head.append("| ").append(corner).append(" | ").append(String.join(" | ", headings)).append(" |\n|---|");
        head.append("--:|".repeat(columns)).append('\n');
    }

    /** Adds a row; cells at its end may be missing. */
    void row(String name, List<String> cells) {
        rows.add("| " + name + " | " + String.join(" | ", cells) + " |" + " |".repeat(columns - cells.size()) + "\n");
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    String markdown() {
        return head + String.join("", rows);
    }
}
