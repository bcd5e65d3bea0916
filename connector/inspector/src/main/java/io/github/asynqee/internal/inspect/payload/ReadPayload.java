package io.github.asynqee.internal.inspect.payload;

import org.jspecify.annotations.Nullable;

/**
 * A payload, restored if that is possible here.
 *
 * @param bytes the payload as it was sent, {@code null} if it cannot be restored here
 * @param stored the number of bytes that are stored
 * @param codec how it is stored, {@code null} if that is as it was sent
 * @param key the ID of the key by which it is encrypted, {@code null} if it is not
 * @param hidden whether not all can read the stored form: it is encrypted, or by a codec that is not known here
 * @param problem why it cannot be restored, {@code null} if it is restored
 */
public record ReadPayload(byte @Nullable [] bytes, int stored, @Nullable String codec, @Nullable String key,
        boolean hidden, @Nullable String problem) {

    /** What is known of a payload that cannot be restored, in one line. */
    public String description() {
        return "(" + codec + (key == null ? "" : ", key " + key) + ", " + stored + " bytes: " + problem + ")";
    }
}
