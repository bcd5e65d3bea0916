package io.github.asynqee.internal.inspect.payload;

import org.jspecify.annotations.Nullable;

/**
 * A payload, decoded if possible.
 *
 * @param bytes the decoded payload, {@code null} if it cannot be decoded here
 * @param stored number of stored bytes
 * @param codec the codec of the stored form, {@code null} without a codec
 * @param key the ID of its encryption key, {@code null} if it is not encrypted
 * @param hidden whether the stored form may be secret, because it is encrypted or has an unknown codec
 * @param problem why it cannot be decoded, {@code null} if it was decoded
 */
public record ReadPayload(byte @Nullable [] bytes, int stored, @Nullable String codec, @Nullable String key,
        boolean hidden, @Nullable String problem) {

    /** Describes a payload that cannot be decoded, in one line. */
    public String description() {
        return "(" + codec + (key == null ? "" : ", key " + key) + ", " + stored + " bytes: " + problem + ")";
    }
}
