package io.github.asynqee.cli.shared;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;

/** A table, printed as aligned text, JSON or CSV. */
public final class Table {

    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    /** Text that a spreadsheet could treat as a formula, including full-width signs. */
    private static final String FORMULA = "(?s)\\s*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20].+";

    private final List<String> headers;
    private final List<List<Object>> rows = new ArrayList<>();

    public Table(String... headers) {
        this.headers = Stream.of(headers).map(Texts::printable).toList();
    }

    public Table row(@Nullable Object... cells) {
        rows.add(Arrays.asList(cells));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(Format format, PrintWriter out, Colours colours) {
        switch (format) {
            case TABLE -> text(colours).forEach(out::println);
            case JSON -> out.println(Texts.terminalSafe(JSON.toJson(json())));
            case CSV -> csv().forEach(out::println);
        }
    }

    private List<String> text(Colours colours) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(headers.stream().map(header -> "-".repeat(width(header))).toList());
        rows.forEach(row -> lines.add(row.stream().map(cell -> Texts.printable(text(cell))).toList()));
        int[] widths = IntStream.range(0, headers.size())
                .map(column -> lines.stream().mapToInt(line -> width(line.get(column))).max().orElse(0)).toArray();
        List<String> text = new ArrayList<>();
        text.add(line(headers, widths, (header, name) -> colours.header(name)));
        lines.forEach(line -> text.add(line(line, widths, colours::cell)));
        return text;
    }

    private String line(List<String> cells, int[] widths, BinaryOperator<String> colour) {
        return IntStream.range(0, widths.length).mapToObj(column -> colour.apply(headers.get(column), cells.get(column))
                + " ".repeat(Math.max(0, widths[column] - width(cells.get(column))) + 2)).collect(Collectors.joining());
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String text(@Nullable Object cell) {
        return cell == null ? "" : cell.toString();
    }

    private JsonArray json() {
        JsonArray array = new JsonArray();
        for (List<Object> row : rows) {
            JsonObject object = new JsonObject();
            for (int i = 0; i < headers.size(); i++) {
                object.add(name(headers.get(i)), value(row.get(i)));
            }
            array.add(object);
        }
        return array;
    }

    private static JsonElement value(@Nullable Object cell) {
        return cell instanceof Number || cell instanceof Boolean || cell == null ? JSON.toJsonTree(cell)
                : JSON.toJsonTree(cell.toString());
    }

    /** Converts a header to a name in JSON and CSV: {@code Last Error} becomes {@code last_error}. */
    private static String name(String header) {
        return header.replaceAll("(?<=[a-z])(?=[A-Z])", "_").replaceAll("[^A-Za-z0-9]+", "_").replaceAll("_$", "")
                .toLowerCase(java.util.Locale.ROOT);
    }

    private List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add(headers.stream().map(Table::name).collect(Collectors.joining(",")));
        rows.forEach(row -> lines
                .add(row.stream().map(cell -> quoted(cell instanceof Number ? text(cell) : harmless(text(cell))))
                        .collect(Collectors.joining(","))));
        return lines;
    }

    /** Escapes control characters and formulas, so that a value cannot control a terminal or a spreadsheet. */
    private static String harmless(String text) {
        String printable = Texts.printable(text);
        return printable.matches(FORMULA) ? "'" + printable : printable;
    }

    private static String quoted(String text) {
        return text.matches("(?s).*[\",\\n\\r].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
