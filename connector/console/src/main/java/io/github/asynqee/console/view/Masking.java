package io.github.asynqee.console.view;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.query.Shown;

/**
 * Replaces values in JSON texts by asterisks, by their JSON pointers. The segment {@code *} means any member and any
 * index. A text that is not JSON has no pointers and stays as it is.
 */
public final class Masking {

    /** Shown in place of a masked value. */
    public static final String HIDDEN = "***";

    /** The size up to which payloads are parsed; larger ones are not shown at all if there is something to mask. */
    private static final int MAX_BYTES = 1 << 20;
    private static final String ANY = "*";
    private static final JsonProvider JSON = JsonProvider.provider();

    private final List<List<String>> pointers;

    public Masking(List<String> pointers) {
        this.pointers = pointers.stream().map(Masking::segments).toList();
    }

    private static List<String> segments(String pointer) {
        List<String> segments = new ArrayList<>();
        for (String segment : pointer.substring(1).split("/", -1)) {
            segments.add(segment.replace("~1", "/").replace("~0", "~"));
        }
        return segments;
    }

    /** Whether nothing is masked. */
    public boolean isEmpty() {
        return pointers.isEmpty();
    }

    /**
     * The text of a payload or result with the masked values replaced.
     *
     * @param bytes as stored
     * @return the text, or {@code null} if it is binary
     */
    public String text(byte[] bytes) {
        if (isEmpty() || bytes.length == 0) {
            return Payloads.text(bytes);
        }
        if (bytes.length > MAX_BYTES) {
            return HIDDEN;
        }
        String text = Payloads.text(bytes);
        return text == null ? null : mask(text);
    }

    private String mask(String text) {
        JsonValue value;
        try {
            value = read(text);
        } catch (JsonException | IllegalStateException e) {
            return text;
        } catch (RuntimeException e) {
            // nested too deeply for the parser: it may be JSON with something to mask
            return HIDDEN;
        }
        JsonValue masked = value;
        for (List<String> pointer : pointers) {
            masked = replace(masked, pointer, 0);
        }
        return masked.equals(value) ? text : masked.toString();
    }

    private static JsonValue read(String text) {
        try (JsonReader reader = JSON.createReader(new StringReader(text))) {
            return reader.readValue();
        }
    }

    /** What searches may look at. */
    public Shown shown() {
        return new Shown(this::text, this::headers, HIDDEN, !isEmpty());
    }

    /** Headers whose names are masked as {@code /name}. */
    public Map<String, String> headers(Map<String, String> headers) {
        Map<String, String> shown = new TreeMap<>(headers);
        shown.replaceAll((name, value) -> pointers.contains(List.of(name)) ? HIDDEN : value);
        return shown;
    }

    private static JsonValue replace(JsonValue value, List<String> pointer, int depth) {
        if (depth == pointer.size()) {
            return JSON.createValue(HIDDEN);
        }
        String segment = pointer.get(depth);
        if (value instanceof JsonObject object) {
            JsonObjectBuilder copy = JSON.createObjectBuilder(object);
            object.forEach((name, member) -> {
                if (segment.equals(ANY) || segment.equals(name)) {
                    copy.add(name, replace(member, pointer, depth + 1));
                }
            });
            return copy.build();
        }
        if (value instanceof JsonArray array) {
            JsonArrayBuilder copy = JSON.createArrayBuilder();
            for (int i = 0; i < array.size(); i++) {
                boolean meant = segment.equals(ANY) || segment.equals(String.valueOf(i));
                copy.add(meant ? replace(array.get(i), pointer, depth + 1) : array.get(i));
            }
            return copy.build();
        }
        return value;
    }

    /** Whether a text is JSON: an object or an array. */
    static boolean isJson(String text) {
        String start = text.stripLeading();
        return (start.startsWith("{") || start.startsWith("["))
                && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES && Json.parse(text) != null;
    }
}
