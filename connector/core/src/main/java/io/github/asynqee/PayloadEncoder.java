package io.github.asynqee;

import java.nio.charset.StandardCharsets;

/** Turns payloads into the bytes that are stored. */
@FunctionalInterface
public interface PayloadEncoder {

    /**
     * The bytes of a payload.
     *
     * @param payload the payload, {@code null} if absent
     * @return its bytes, {@code null} if absent
     * @throws InvalidTaskException if the payload cannot be turned into bytes
     */
    byte[] encode(Object payload);

    /**
     * Takes bytes as they are and text as UTF-8, and refuses anything else.
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
                    "payload must be bytes or text, or a PayloadEncoder be set: " + payload.getClass().getName());
        };
    }
}
