package io.github.asynqee.console.json;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.console.problem.ProblemException;

/**
 * The JSON object in the body of a request. Its members are optional unless required; an invalid member ends the
 * request with status 400.
 */
public final class Body {

    private static final JsonProvider JSON = JsonProvider.provider();
    private static final Duration MAX_DURATION = Duration.ofDays(36_525);
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final JsonObject object;

    private Body(JsonObject object) {
        this.object = object;
    }

    /**
     * Reads a body.
     *
     * @param text the body, empty for an object without members
     * @param members the names that it may have
     */
    public static Body of(String text, Set<String> members) {
        if (text == null || text.isBlank()) {
            return new Body(JSON.createObjectBuilder().build());
        }
        JsonValue value;
        try (JsonReader reader = JSON.createReader(new StringReader(text))) {
            value = reader.readValue();
        } catch (RuntimeException e) {
            // not only JsonException: the parser throws another exception if values are nested too deeply
            throw ProblemException.badRequest("The body is not JSON, or is nested too deeply.");
        }
        if (!(value instanceof JsonObject object)) {
            throw ProblemException.badRequest("The body must be a JSON object.");
        }
        for (String name : object.keySet()) {
            if (!members.contains(name)) {
                throw ProblemException.badRequest(
                        "The body has an unknown member \"" + name + "\"; known are " + new TreeSet<>(members) + ".");
            }
        }
        return new Body(object);
    }

    /** A text, or {@code null}. */
    public String text(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonString text)) {
            throw wrong(name, "a text");
        }
        return text.getString();
    }

    /** A text that is not blank. */
    public String requiredText(String name) {
        String text = text(name);
        if (text == null || text.isBlank()) {
            throw ProblemException.badRequest("\"" + name + "\" is missing.");
        }
        return text;
    }

    /** A text that is not blank, of limited length. */
    public String requiredText(String name, int maxLength) {
        requiredText(name);
        return text(name, maxLength);
    }

    /** A text of limited length, or {@code null}. */
    public String text(String name, int maxLength) {
        String text = text(name);
        if (text != null && text.codePointCount(0, text.length()) > maxLength) {
            throw wrong(name, "a text of at most " + maxLength + " characters");
        }
        return text;
    }

    public Long number(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonNumber number) || !number.isIntegral()) {
            throw wrong(name, "a whole number");
        }
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            throw wrong(name, "a smaller number");
        }
    }

    /** A number within the limits of an {@code int}. */
    public Integer smallNumber(String name) {
        Long number = number(name);
        if (number != null && number != number.intValue()) {
            throw wrong(name, "a smaller number");
        }
        return number == null ? null : number.intValue();
    }

    /** A duration in milliseconds, not negative, at most 100 years. */
    public Duration duration(String name) {
        Long millis = number(name);
        if (millis != null && (millis < 0 || millis > MAX_DURATION.toMillis())) {
            throw wrong(name, "from 0 to " + MAX_DURATION.toMillis());
        }
        return millis == null ? null : Duration.ofMillis(millis);
    }

    /** A time in ISO 8601, from 1970 to 9999. */
    public Instant time(String name) {
        String text = text(name);
        try {
            Instant time = text == null ? null : Instant.parse(text);
            if (time == null || !time.isBefore(Instant.EPOCH) && !time.isAfter(LAST)) {
                return time;
            }
        } catch (DateTimeException e) {
            // the same answer as to a time that is out of range
        }
        throw wrong(name, "a time such as 2026-01-31T12:00:00Z, from 1970 to 9999");
    }

    public Map<String, String> texts(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonObject members)) {
            throw wrong(name, "an object with texts");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        members.forEach((key, each) -> {
            if (!(each instanceof JsonString text)) {
                throw wrong(name, "an object with texts");
            }
            texts.put(key, text.getString());
        });
        return texts;
    }

    /** A list of texts, {@code null} if it is absent. */
    public List<String> textList(String name) {
        List<String> texts = new ArrayList<>();
        List<JsonValue> items = items(name);
        for (JsonValue item : items == null ? List.<JsonValue>of() : items) {
            if (!(item instanceof JsonString text)) {
                throw wrong(name, "a list of texts");
            }
            texts.add(text.getString());
        }
        return items == null ? null : List.copyOf(texts);
    }

    /**
     * A list of objects, {@code null} if it is absent.
     *
     * @param members the names that each may have
     */
    public List<Body> objects(String name, Set<String> members) {
        List<Body> objects = new ArrayList<>();
        List<JsonValue> items = items(name);
        for (JsonValue item : items == null ? List.<JsonValue>of() : items) {
            if (!(item instanceof JsonObject)) {
                throw wrong(name, "a list of objects");
            }
            objects.add(of(item.toString(), members));
        }
        return items == null ? null : List.copyOf(objects);
    }

    private List<JsonValue> items(String name) {
        JsonValue value = value(name);
        if (value != null && !(value instanceof JsonArray)) {
            throw wrong(name, "a list");
        }
        return value == null ? null : value.asJsonArray();
    }

    /** Bytes, as {@code {"text": …}} or {@code {"base64": …}}. */
    public byte[] bytes(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonObject content) || content.size() != 1) {
            throw wrong(name, "an object with either text or base64");
        }
        Body inner = of(content.toString(), Set.of("text", "base64"));
        String text = inner.text("text");
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        String base64 = inner.text("base64");
        if (base64 == null) {
            throw wrong(name, "an object with either text or base64");
        }
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "valid Base64");
        }
    }

    private JsonValue value(String name) {
        JsonValue value = object.get(name);
        return JsonValue.NULL.equals(value) ? null : value;
    }

    private static ProblemException wrong(String name, String expected) {
        return ProblemException.badRequest("\"" + name + "\" must be " + expected + ".");
    }
}
