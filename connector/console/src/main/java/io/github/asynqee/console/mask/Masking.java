package io.github.asynqee.console.mask;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonConfig;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.query.MaskedView;
import io.github.asynqee.inspect.LimitKey;

/**
 * Replaces values in JSON texts by asterisks, by their JSON pointers. The segment {@code *} means any member and any
 * index. A text that begins as a JSON object or array but cannot be parsed is not shown at all, because other programs
 * may be able to read it. Any other text has no pointers and stays unchanged.
 */
public final class Masking {

    /** Shown in place of a masked value. */
    public static final String HIDDEN = "***";

    /** The size up to which payloads are parsed; larger payloads are not shown at all if there is something to mask. */
    private static final int MAX_BYTES = 1 << 20;
    private static final String ANY = "*";
    private static final String HEADER = "header";
    private static final String UNIQUE_KEY = "uniquekey";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    /** A text that has the form of a class name, which applications write at the begin of errors. */
    private static final Pattern EXCEPTION = Pattern
            .compile("(?:[a-z][a-z0-9_]{0,40}\\.){1,9}[A-Z][A-Za-z0-9_$]{0,80}(?:Exception|Error)(?=:|\\s|$)");
    private static final JsonProvider JSON = JsonProvider.provider();
    /** Rejects members with the same name, of which a parser would return only one. */
    private static final JsonReaderFactory READERS = JSON
            .createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE, Json.MAX_DEPTH,
                    Json.DEPTH));

    private final List<List<String>> pointers;
    private final boolean errors;

    /** Also masks error texts if any pointers are masked. */
    public Masking(List<String> pointers) {
        this(pointers, !pointers.isEmpty());
    }

    /** @param errors whether the texts of errors are masked as a whole: handlers may put values into them */
    public Masking(List<String> pointers, boolean errors) {
        this.pointers = pointers.stream().map(Masking::segments).toList();
        this.errors = errors;
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
     * @param bytes the stored bytes
     * @return the text, or {@code null} if it is binary
     */
    public String text(byte[] bytes) {
        if (isEmpty() || bytes.length == 0) {
            return Payloads.text(bytes);
        }
        if (bytes.length > MAX_BYTES) {
            return HIDDEN;
        }
        if (!Payloads.beginAsJson(bytes)) {
            return Payloads.text(bytes);
        }
        JsonValue value = read(bytes);
        JsonValue masked = value == null ? null : mask(value);
        return masked == null ? HIDDEN : masked.equals(value) ? Payloads.text(bytes) : masked.toString();
    }

    /**
     * Returns the text of an error for display. If errors are masked, only the exception class at the start of the text
     * is shown.
     */
    public String error(String text) {
        if (!errors || text == null || text.isEmpty()) {
            return text;
        }
        Matcher name = EXCEPTION.matcher(text);
        return name.lookingAt() ? name.group() + ": " + HIDDEN : HIDDEN;
    }

    /** Whether the texts of errors are masked. */
    public boolean hidesErrors() {
        return errors;
    }

    /** A JSON value with the masked values replaced. */
    JsonValue mask(JsonValue value) {
        JsonValue masked = value;
        for (List<String> pointer : pointers) {
            masked = replace(masked, pointer, 0);
        }
        return masked;
    }

    /**
     * The bytes as JSON, {@code null} if they are not UTF-8 with exactly one value, or if two members have the same
     * name.
     */
    static JsonValue read(byte[] bytes) {
        String text = Payloads.decoded(bytes);
        if (text == null) {
            return null;
        }
        String json = text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        try (JsonReader reader = READERS.createReader(new StringReader(json))) {
            JsonValue value = reader.readValue();
            return isOneValue(json) ? value : null;
        } catch (RuntimeException e) {
            // the parser throws other exceptions than JsonException for values nested too deeply and for duplicate members
            return null;
        }
    }

    /** The text that searches may see. */
    public MaskedView view() {
        return new MaskedView(this::text, this::headers, this::error, HIDDEN, !isEmpty() || errors);
    }

    /** The parser does not read beyond the first value. */
    private static boolean isOneValue(String json) {
        try (JsonParser parser = JSON.createParser(new StringReader(json))) {
            if (parser.next() == JsonParser.Event.START_OBJECT) {
                parser.skipObject();
            } else {
                parser.skipArray();
            }
            return !parser.hasNext();
        }
    }

    /** Headers whose names are masked as {@code /name}, or all as {@code /*}. */
    public Map<String, String> headers(Map<String, String> headers) {
        Map<String, String> shown = new TreeMap<>(headers);
        shown.replaceAll(this::header);
        return shown;
    }

    /**
     * Returns the key of a unique lock, without the digest of the payload at its end if masked values could be guessed
     * with it.
     *
     * @param closed whether the user may not read the payload
     */
    public String uniqueKey(String key, boolean closed) {
        return isEmpty() && !closed || key.endsWith(":") ? key : key.substring(0, key.lastIndexOf(':') + 1) + HIDDEN;
    }

    /**
     * The key of a limit as text, without its value if there is something to mask, because it may be a masked value.
     */
    public String limitKey(LimitKey key) {
        return key == null ? null : isEmpty() ? key.toString() : key.limit();
    }

    /** Returns the header value to show, {@code null} if there is none. */
    public String header(String name, String value) {
        return value != null && hidesHeader(name) ? HIDDEN : value;
    }

    boolean hidesHeader(String name) {
        return pointers.stream().anyMatch(pointer -> pointer.size() == 1 && isMeant(pointer.get(0), name));
    }

    /** Compares names ignoring case, because the JSON decoder of Go reads {@code Token} as {@code token}. */
    private static boolean isMeant(String segment, String name) {
        return segment.equals(ANY) || segment.equalsIgnoreCase(name);
    }

    /**
     * Returns the options of a periodic entry in asynq's notation, with {@code Header(["name","value"])} masked as by
     * {@link #headers}. If any pointers are masked, a unique key is omitted, because it may be a masked value.
     */
    public List<String> options(List<String> options) {
        return isEmpty() ? options : options.stream().map(this::option).toList();
    }

    private String option(String option) {
        String name = option.toLowerCase(Locale.ROOT).stripLeading();
        if (name.startsWith(UNIQUE_KEY)) {
            return "UniqueKey(" + HIDDEN + ")";
        }
        if (!name.startsWith(HEADER)) {
            return option;
        }
        int begin = option.indexOf('(');
        boolean closed = begin > 0 && option.endsWith(")");
        if (closed && Json.parse(option.substring(begin + 1, option.length() - 1)) instanceof JsonArray pair
                && pair.size() == 2 && pair.get(0) instanceof JsonString header) {
            return hidesHeader(header.getString())
                    ? option.substring(0, begin + 1) + JSON.createArrayBuilder().add(header).add(HIDDEN).build() + ")"
                    : option;
        }
        return "Header(" + HIDDEN + ")";
    }

    /** The places, as JSON pointers, where the values of pointers are asterisks. */
    Set<String> hiddenIn(JsonValue value) {
        Set<String> places = new TreeSet<>();
        pointers.forEach(pointer -> addHidden(value, pointer, 0, "", places));
        return places;
    }

    private static void addHidden(JsonValue value, List<String> pointer, int depth, String place, Set<String> places) {
        if (depth == pointer.size()) {
            if (value instanceof JsonString text && text.getString().equals(HIDDEN)) {
                places.add(place);
            }
            return;
        }
        String segment = pointer.get(depth);
        if (value instanceof JsonObject object) {
            object.forEach((name, member) -> {
                if (isMeant(segment, name)) {
                    addHidden(member, pointer, depth + 1, place + "/" + name, places);
                }
            });
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                if (segment.equals(ANY) || segment.equals(String.valueOf(i))) {
                    addHidden(array.get(i), pointer, depth + 1, place + "/" + i, places);
                }
            }
        }
    }

    private static JsonValue replace(JsonValue value, List<String> pointer, int depth) {
        if (depth == pointer.size()) {
            return JSON.createValue(HIDDEN);
        }
        String segment = pointer.get(depth);
        if (value instanceof JsonObject object) {
            JsonObjectBuilder copy = JSON.createObjectBuilder(object);
            object.forEach((name, member) -> {
                if (isMeant(segment, name)) {
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
    public static boolean isJson(String text) {
        String start = text.stripLeading();
        return (start.startsWith("{") || start.startsWith("["))
                && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES && Json.parse(text) != null;
    }
}
