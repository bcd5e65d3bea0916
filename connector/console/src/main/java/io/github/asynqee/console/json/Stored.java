package io.github.asynqee.console.json;

import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

/**
 * A JSON object that this or another version of the console has stored: unknown members are ignored; members that are
 * missing or have a wrong type are {@code null}, zero, false or empty.
 */
public final class Stored {

    private static final JsonProvider JSON = JsonProvider.provider();

    private final JsonObject object;

    private Stored(JsonObject object) {
        this.object = object;
    }

    /**
     * Reads an object.
     *
     * @throws jakarta.json.JsonException if the text is not a JSON object
     */
    public static Stored of(String text) {
        try (JsonReader reader = JSON.createReader(new StringReader(text))) {
            return new Stored(reader.readObject());
        }
    }

    public String text(String name) {
        return object.get(name) instanceof JsonString text ? text.getString() : null;
    }

    public long number(String name) {
        return object.get(name) instanceof JsonNumber number ? number.longValue() : 0;
    }

    public boolean flag(String name) {
        return JsonValue.TRUE.equals(object.get(name));
    }

    public Instant time(String name) {
        String text = text(name);
        return text == null ? null : Instant.parse(text);
    }

    public Duration duration(String name) {
        return Duration.ofMillis(number(name));
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (object.get(name) instanceof JsonArray items) {
            items.forEach(item -> {
                if (item instanceof JsonString text) {
                    texts.add(text.getString());
                }
            });
        }
        return List.copyOf(texts);
    }

    public <T> List<T> list(String name, Function<Stored, T> each) {
        List<T> values = new ArrayList<>();
        if (object.get(name) instanceof JsonArray items) {
            items.forEach(item -> {
                if (item instanceof JsonObject value) {
                    values.add(each.apply(new Stored(value)));
                }
            });
        }
        return List.copyOf(values);
    }

    public <T> Map<String, T> map(String name, Function<Stored, T> each) {
        Map<String, T> values = new LinkedHashMap<>();
        if (object.get(name) instanceof JsonObject members) {
            members.forEach((key, member) -> {
                if (member instanceof JsonObject value) {
                    values.put(key, each.apply(new Stored(value)));
                }
            });
        }
        return values;
    }
}
