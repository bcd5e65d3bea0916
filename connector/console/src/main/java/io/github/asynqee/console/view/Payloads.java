package io.github.asynqee.console.view;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes as text, cut to a length. */
final class Payloads {

    private Payloads() {}

    /** The text, or {@code null} if the bytes are not UTF-8 or have control characters other than white space. */
    static String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.codePoints().allMatch(c -> !Character.isISOControl(c) || Character.isWhitespace(c)) ? text
                    : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The beginning of a text, with an ellipsis if it is longer; no character is cut in two. */
    static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…";
    }
}
