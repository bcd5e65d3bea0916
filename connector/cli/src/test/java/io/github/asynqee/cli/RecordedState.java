package io.github.asynqee.cli;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import redis.clients.jedis.Jedis;

/** Loads entries of a recorded key space. Text is a JSON string, bytes are an object with hex digits. */
final class RecordedState {

    private RecordedState() {}

    static void load(JsonObject entry, Jedis jedis) {
        byte[] key = bytes(entry.get("key"));
        JsonElement value = entry.get("value");
        switch (entry.get("type").getAsString()) {
            case "string" -> jedis.set(key, bytes(value));
            case "list" -> value.getAsJsonArray().forEach(element -> jedis.rpush(key, bytes(element)));
            case "set" -> value.getAsJsonArray().forEach(member -> jedis.sadd(key, bytes(member)));
            case "zset" -> value.getAsJsonArray().forEach(member -> jedis.zadd(key,
                    member.getAsJsonArray().get(1).getAsDouble(), bytes(member.getAsJsonArray().get(0))));
            case "hash" -> value.getAsJsonObject().entrySet().forEach(field -> jedis.hset(key,
                    field.getKey().getBytes(StandardCharsets.UTF_8), bytes(field.getValue())));
            default -> throw new IllegalArgumentException("not a type of key: " + entry.get("type"));
        }
    }

    private static byte[] bytes(JsonElement value) {
        return value.isJsonObject() ? HexFormat.of().parseHex(value.getAsJsonObject().get("hex").getAsString())
                : value.getAsString().getBytes(StandardCharsets.UTF_8);
    }
}
