package io.github.asynqee.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.console.json.Json;

/** The file {@code openapi.json}. */
final class OpenApiDocument {

    static final Path FILE = Path.of("src/main/resources/META-INF/openapi.json");

    private static final JsonProvider JSON = JsonProvider.provider();
    private static final int COLUMNS = 120;
    private static final String STEP = "  ";

    private OpenApiDocument() {}

    static String text() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonObject read() {
        return Json.parse(text()).asJsonObject();
    }

    /** The text with these schemas, each in the place that it has or as the last one. */
    static String with(Map<String, JsonObject> schemas) {
        JsonObject document = read();
        JsonObject components = document.getJsonObject("components");
        var all = JSON.createObjectBuilder(components.getJsonObject("schemas"));
        schemas.forEach(all::add);
        var replaced = JSON.createObjectBuilder(components).add("schemas", all);
        return layout(JSON.createObjectBuilder(document).add("components", replaced).build(), "", 0) + "\n";
    }

    /** What fits in a line is in one. */
    private static String layout(JsonValue value, String indent, int taken) {
        if (!(value instanceof JsonStructure) || !indent.isEmpty() && fits(indent, taken, oneLine(value))) {
            return oneLine(value);
        }
        String inner = indent + STEP;
        if (value instanceof JsonArray array) {
            boolean structured = array.stream().anyMatch(JsonStructure.class::isInstance);
            return "[\n" + (structured
                    ? array.stream().map(each -> inner + layout(each, inner, 1)).collect(Collectors.joining(",\n"))
                    : filled(array, inner)) + "\n" + indent + "]";
        }
        return value.asJsonObject().entrySet().stream().map(member -> {
            String name = "\"" + member.getKey() + "\": ";
            return inner + name + layout(member.getValue(), inner, name.length() + 1);
        }).collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
    }

    private static boolean fits(String indent, int taken, String text) {
        return indent.length() + taken + text.length() <= COLUMNS;
    }

    private static String filled(JsonArray array, String indent) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (JsonValue each : array) {
            if (!line.isEmpty() && !fits(indent, line.length() + 3, each.toString())) {
                lines.add(line + ",");
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : ", ").append(each);
        }
        lines.add(line.toString());
        return lines.stream().map(each -> indent + each).collect(Collectors.joining("\n"));
    }

    private static String oneLine(JsonValue value) {
        if (value instanceof JsonArray array) {
            return array.stream().map(OpenApiDocument::oneLine).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof JsonObject object) {
            return object.entrySet().stream().map(each -> "\"" + each.getKey() + "\": " + oneLine(each.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.toString();
    }
}
