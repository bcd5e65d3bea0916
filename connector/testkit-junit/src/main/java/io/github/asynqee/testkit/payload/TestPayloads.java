package io.github.asynqee.testkit.payload;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbException;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Encodes payloads like the connector: {@code byte[]} unchanged, text as UTF-8, other objects with JSON-B and its
 * defaults. Only other objects need JSON-B: add {@code org.eclipse:yasson} to the test class path.
 */
public final class TestPayloads implements PayloadEncoder {

    private volatile @Nullable Jsonb jsonb;

    /** Creates an encoder and decoder. Thread-safe. */
    public TestPayloads() {}

    @Override
    public byte @Nullable [] encode(@Nullable Object payload) {
        if (payload == null || payload instanceof byte[] || payload instanceof CharSequence) {
            return PayloadEncoder.bytesAndText().encode(payload);
        }
        try {
            return jsonb().toJson(payload).getBytes(StandardCharsets.UTF_8);
        } catch (JsonbException e) {
            throw new InvalidTaskException("payload of " + payload.getClass().getName() + " cannot be encoded: "
                    + e.getMessage());
        }
    }

    /**
     * Decodes a payload.
     *
     * @param <T> the type
     * @param payload its bytes, {@code null} if absent
     * @param type the type; {@code byte[]} and {@code String} are not read as JSON
     * @return the payload, {@code null} if absent or the JSON {@code null}
     * @throws IllegalArgumentException if the bytes are not JSON of this type
     */
    public <T> @Nullable T decode(byte @Nullable [] payload, Class<T> type) {
        if (payload == null || type == byte[].class) {
            return type.cast(payload);
        }
        String text = new String(payload, StandardCharsets.UTF_8);
        if (type == String.class) {
            return type.cast(text);
        }
        try {
            return jsonb().fromJson(text, type);
        } catch (JsonbException e) {
            throw new IllegalArgumentException(
                    "payload cannot be decoded as " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns whether a payload is an object of a type: decoding and encoding it again must give the same JSON, so it
     * must not contain members unknown to the type. Missing members and members that are {@code null} are equal.
     *
     * @param payload the bytes, {@code null} if absent
     * @param type the type
     * @return true if the payload is of this type
     */
    public boolean isA(byte @Nullable [] payload, Class<?> type) {
        if (payload == null || payload.length == 0) {
            return false;
        }
        if (type == byte[].class) {
            return true;
        }
        if (type == String.class) {
            return Arrays.equals(new String(payload, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), payload);
        }
        try {
            byte[] encoded = encode(decode(payload, type));
            return encoded != null && isSame(payload, encoded);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns whether a payload equals an object.
     *
     * @param payload the bytes, {@code null} if absent
     * @param expected the object
     * @return true if the object is encoded as these bytes, or as JSON that differs only in the order of members, in
     *         members that are {@code null}, or in the format of numbers
     */
    public boolean isEqual(byte @Nullable [] payload, @Nullable Object expected) {
        byte @Nullable [] encoded = encode(expected);
        return Arrays.equals(payload, encoded)
                || payload != null && encoded != null
                        && !(expected instanceof byte[] || expected instanceof CharSequence)
                        && isSame(payload, encoded);
    }

    /** Whether both are JSON with the same content. */
    private boolean isSame(byte[] one, byte[] other) {
        try {
            return Objects.equals(tree(one), tree(other));
        } catch (JsonbException e) {
            return false;
        }
    }

    private @Nullable Object tree(byte[] json) {
        return normalized(jsonb().fromJson(new String(json, StandardCharsets.UTF_8), Object.class));
    }

    /** Removes members that are {@code null}, and normalizes numbers so that equal values are equal. */
    private static @Nullable Object normalized(@Nullable Object tree) {
        if (tree instanceof Map<?, ?> members) {
            Map<Object, Object> present = new HashMap<>();
            members.forEach((name, value) -> {
                if (value != null) {
                    present.put(name, normalized(value));
                }
            });
            return present;
        }
        if (tree instanceof List<?> elements) {
            List<Object> all = new ArrayList<>();
            elements.forEach(element -> all.add(normalized(element)));
            return all;
        }
        return tree instanceof Number number ? new BigDecimal(number.toString()).stripTrailingZeros() : tree;
    }

    private Jsonb jsonb() {
        Jsonb current = jsonb;
        if (current == null) {
            try {
                current = JsonbBuilder.create();
            } catch (NoClassDefFoundError | JsonbException e) {
                throw new IllegalStateException("payloads that are neither byte[] nor text need JSON-B: add "
                        + "org.eclipse:yasson to the test class path", e);
            }
            jsonb = current;
        }
        return current;
    }
}
