package io.github.asynqee.sample.api;

import java.io.InputStream;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;

import io.github.asynqee.InvalidTaskException;

/**
 * The properties of a JSON object, with an error message for each invalid one. A property that is {@code null} is absent.
 */
public final class Fields {

    private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());
    private static final long LAST_SECOND = 253_402_300_799L;

    private final JsonObject json;

    private Fields(JsonObject json) {
        this.json = json;
    }

    /**
     * The JSON of a request.
     *
     * @throws InvalidTaskException if the body is not JSON
     */
    public static JsonValue parse(InputStream body) {
        try (JsonParser parser = PARSERS.createParser(body)) {
            parser.next();
            JsonValue value = parser.getValue();
            if (parser.hasNext()) {
                throw new InvalidTaskException("the body has text after its JSON value");
            }
            return value;
        } catch (JsonException | NoSuchElementException e) {
            throw new InvalidTaskException("the body is not JSON: " + e.getMessage());
        }
    }

    /**
     * The properties of a value that must be an object.
     *
     * @throws InvalidTaskException if the value is not an object, or has an unknown property
     */
    public static Fields of(JsonValue value, Set<String> known) {
        if (!(value instanceof JsonObject object)) {
            throw new InvalidTaskException("a JSON object is wanted: " + value);
        }
        Set<String> unknown = new TreeSet<>(object.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new InvalidTaskException("unknown " + unknown + ", known are " + new TreeSet<>(known));
        }
        return new Fields(object);
    }

    /** The value of a property, of any kind. */
    public Optional<JsonValue> value(String name) {
        return Optional.ofNullable(json.get(name)).filter(value -> value != JsonValue.NULL);
    }

    /** A text. */
    public Optional<String> text(String name) {
        return value(name).map(value -> text(name, value));
    }

    /**
     * A text that must be there.
     *
     * @throws InvalidTaskException if it is missing or blank
     */
    public String requiredText(String name) {
        return text(name).filter(text -> !text.isBlank())
                .orElseThrow(() -> new InvalidTaskException("\"" + name + "\" is missing"));
    }

    /** A whole number that must be there. */
    public int requiredNumber(String name, int least, int most) {
        return number(name, least, most).map(Long::intValue)
                .orElseThrow(() -> new InvalidTaskException("\"" + name + "\" is missing"));
    }

    /** An object whose properties are texts. */
    public Optional<Map<String, String>> texts(String name) {
        return value(name).map(value -> {
            if (!(value instanceof JsonObject object)) {
                throw mistake(name, "an object of texts", value);
            }
            Map<String, String> texts = new LinkedHashMap<>();
            object.forEach((key, text) -> texts.put(key, text(name + "." + key, text)));
            return texts;
        });
    }

    /** A whole number. */
    public Optional<Long> number(String name, long least, long most) {
        return value(name).map(value -> number(name, least, most, value));
    }

    /** A time, as RFC 3339 text or in seconds since 1970. */
    public Optional<Instant> time(String name) {
        return value(name).map(value -> {
            if (value instanceof JsonString text) {
                try {
                    return OffsetDateTime.parse(text.getString()).toInstant();
                } catch (DateTimeException e) {
                    throw mistake(name, "a time like 2030-01-31T12:00:00Z or in seconds since 1970", value);
                }
            }
            return Instant.ofEpochSecond(number(name, 0, LAST_SECOND, value));
        });
    }

    private static String text(String name, JsonValue value) {
        if (value instanceof JsonString text) {
            return text.getString();
        }
        throw mistake(name, "a text", value);
    }

    private static long number(String name, long least, long most, JsonValue value) {
        if (value instanceof JsonNumber number && number.isIntegral()) {
            BigInteger wanted = number.bigIntegerValue();
            if (wanted.compareTo(BigInteger.valueOf(least)) >= 0 && wanted.compareTo(BigInteger.valueOf(most)) <= 0) {
                return wanted.longValue();
            }
        }
        throw mistake(name, "a whole number from " + least + " to " + most, value);
    }

    private static InvalidTaskException mistake(String name, String wanted, JsonValue value) {
        return new InvalidTaskException("\"" + name + "\" must be " + wanted + ": " + value);
    }
}
