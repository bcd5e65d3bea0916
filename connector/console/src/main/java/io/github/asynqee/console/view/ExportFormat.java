package io.github.asynqee.console.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.ProblemException;

/** The formats of downloads: one line for each record. */
public enum ExportFormat {

    /**
     * RFC 4180 with a line of names, UTF-8. Every cell is in quotes; a cell that a spreadsheet could interpret as a
     * formula begins with an apostrophe.
     */
    CSV,
    /** One JSON object per line. */
    NDJSON;

    public static final String CSV_TYPE = "text/csv";
    public static final String NDJSON_TYPE = "application/x-ndjson";

    /**
     * Characters that begin a formula in spreadsheets, also in full width; for some spreadsheets also after white
     * space.
     */
    private static final String FORMULA = "(?s)[\\s\\u0000-\\u001F]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20].*";

    /** The format with a name; {@link #NDJSON} without a name. */
    public static ExportFormat of(String name) {
        if (name == null || name.isEmpty()) {
            return NDJSON;
        }
        return Stream.of(values()).filter(format -> format.extension().equals(name)).findFirst()
                .orElseThrow(() -> ProblemException.badRequest("format must be csv or ndjson."));
    }

    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The media type with the character set. */
    public String mediaType() {
        return (this == CSV ? CSV_TYPE : NDJSON_TYPE) + ";charset=UTF-8";
    }

    /** The text before the first record. */
    public String head(List<String> columns) {
        return this == CSV ? columns.stream().map(ExportFormat::cell).collect(Collectors.joining(",")) + "\r\n" : "";
    }

    /** A record; in CSV the members that are columns, empty if the record does not have them. */
    public String line(JsonObject object, List<String> columns) {
        return this == NDJSON ? object + "\n"
                : columns.stream().map(object::get).map(ExportFormat::text).map(ExportFormat::cell)
                        .collect(Collectors.joining(",")) + "\r\n";
    }

    /** All of a short list of JSON objects. */
    public String ofLines(List<String> lines, List<String> columns) {
        return lines.stream().map(Json::parse).map(line -> line(line.asJsonObject(), columns))
                .collect(Collectors.joining("", head(columns), ""));
    }

    private static String text(JsonValue value) {
        return value == null || value == JsonValue.NULL ? ""
                : value instanceof JsonString string ? string.getString() : value.toString();
    }

    private static String cell(String text) {
        String harmless = text.matches(FORMULA) ? "'" + text : text;
        return "\"" + harmless.replace("\"", "\"\"") + "\"";
    }
}
