package io.github.asynqee;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

/** Decodes the bytes that are stored, the reverse of a {@link PayloadEncoder}. */
@FunctionalInterface
public interface PayloadDecoder {

    /**
     * Decodes a result.
     *
     * @param bytes the bytes, never {@code null}
     * @param type the wanted type, may be generic
     * @return the object, of the wanted type
     * @throws RuntimeException if they cannot be decoded to this type; the message says why
     */
    Object decode(byte[] bytes, Type type);

    /**
     * A decoder to {@code byte[]}, unchanged, and to {@link String} from UTF-8. It refuses other types.
     *
     * @return the decoder
     */
    static PayloadDecoder bytesAndText() {
        return (bytes, type) -> {
            if (type == byte[].class || type == Object.class) {
                return bytes;
            }
            if (type == String.class || type == CharSequence.class) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
            throw new IllegalArgumentException(
                    "the type must be byte[] or String unless a PayloadDecoder is set: " + type.getTypeName());
        };
    }
}
