package io.github.asynqee.record;

import java.util.Locale;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.record.Value.Expiry;
import io.github.asynqee.record.Value.Type;
import io.github.asynqee.vectors.Vectors;

/** Reads recorded key spaces and their changes. */
final class RecordedSpace {

    private RecordedSpace() {}

    /** A whole key space. */
    static Space of(JsonNode entries) {
        Space space = new Space();
        entries.forEach(entry -> space.put(raw(entry.get("key")), value(entry)));
        return space;
    }

    /** The key space after a step. */
    static Space after(Space before, JsonNode delta) {
        Space space = before.copy();
        delta.path("del").forEach(key -> space.del(raw(key)));
        for (JsonNode entry : delta.path("put")) {
            String key = raw(entry.get("key"));
            if (entry.has("type")) {
                space.put(key, value(entry));
            } else {
                entry.path("hset").properties()
                        .forEach(field -> space.hset(key, Raw.of(field.getKey()), raw(field.getValue())));
                entry.path("hdel").forEach(field -> space.hdel(key, raw(field)));
            }
        }
        return space;
    }

    static String raw(JsonNode text) {
        return Raw.of(Vectors.bytes(text));
    }

    private static Value value(JsonNode entry) {
        Value value = new Value(Type.valueOf(entry.get("type").asText().toUpperCase(Locale.ROOT)));
        JsonNode content = entry.get("value");
        switch (value.type()) {
            case STRING -> value.text(raw(content));
            case LIST -> content.forEach(element -> value.list().add(raw(element)));
            case SET -> content.forEach(member -> value.fields().put(raw(member), ""));
            case HASH -> content.properties()
                    .forEach(field -> value.fields().put(Raw.of(field.getKey()), raw(field.getValue())));
            default -> content
                    .forEach(m -> value.scores().put(raw(m.get("member")), m.get("score").asDouble()));
        }
        entry.path("bulk").forEach(bulk -> expand(bulk, value));
        value.expiry(expiry(entry));
        return value;
    }

    /** Members {@code x00000}, {@code x00001} and so on, which the record does not list individually. */
    private static void expand(JsonNode bulk, Value value) {
        Function<Integer, String> name = i -> bulk.get("member").asText().formatted(i);
        int from = bulk.get("from").asInt();
        for (int i = from; i <= bulk.get("to").asInt(); i++) {
            value.scores().put(name.apply(i),
                    bulk.get("score").asDouble() + bulk.get("step").asDouble() * (i - from));
        }
    }

    private static Expiry expiry(JsonNode entry) {
        return entry.has("ttl_seconds") ? Expiry.after(entry.get("ttl_seconds").asLong())
                : entry.has("expire_at") ? Expiry.at(entry.get("expire_at").asLong()) : Expiry.NEVER;
    }
}
