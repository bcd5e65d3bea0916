package io.github.asynqee.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.model.Value.Type;
import io.github.asynqee.vectors.Vectors;

/** Reads the key spaces of recorded vectors. */
final class RecordedSpace {

    private RecordedSpace() {}

    static void load(JsonNode entries, Space into, ModelClock clock) {
        for (JsonNode entry : entries) {
            String key = Raw.of(entry.get("key").asText());
            into.put(key, value(Type.valueOf(entry.get("type").asText().toUpperCase()), entry.get("value")));
            if (entry.has("ttl_seconds")) {
                into.expire(key, clock.in(entry.get("ttl_seconds").asLong()));
            } else if (entry.has("expire_at")) {
                into.expire(key, ModelClock.at(entry.get("expire_at").asLong()));
            }
        }
    }

    private static Value value(Type type, JsonNode content) {
        Value value = new Value(type);
        switch (type) {
            case STRING -> value.text(raw(content));
            case LIST -> content.forEach(element -> value.list().add(raw(element)));
            case SET -> content.forEach(member -> value.fields().put(raw(member), ""));
            case HASH -> content.properties().forEach(f -> value.fields().put(Raw.of(f.getKey()), raw(f.getValue())));
            default -> content.forEach(e -> value.scores().put(raw(e.get("member")), e.get("score").asDouble()));
        }
        return value;
    }

    static String raw(JsonNode value) {
        return Raw.of(Vectors.bytes(value));
    }
}
