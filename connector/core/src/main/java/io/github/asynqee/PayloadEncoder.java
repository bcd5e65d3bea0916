package io.github.asynqee;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** Encodes payloads as the bytes that are stored. */
@FunctionalInterface
public interface PayloadEncoder {

    /**
     * Encodes a payload.
     *
     * @param payload the payload, {@code null} if absent
     * @return its bytes, {@code null} if absent
     * @throws InvalidTaskException if the payload cannot be encoded
     */
    byte @Nullable [] encode(@Nullable Object payload);

    /**
     * An encoder that accepts {@code byte[]}, stored unchanged, and {@link CharSequence}, stored as UTF-8. Other
     * payloads are rejected with an {@link InvalidTaskException}.
     *
     * @return the encoder
     */
    static PayloadEncoder bytesAndText() {
        return payload -> {
            if (payload == null || payload instanceof byte[]) {
                return (byte[]) payload;
            }
            if (payload instanceof CharSequence text) {
                return text.toString().getBytes(StandardCharsets.UTF_8);
            }
            throw new InvalidTaskException(
                    "payload must be a byte[] or a CharSequence unless a PayloadEncoder is set: "
                            + payload.getClass().getName());
        };
    }
}
