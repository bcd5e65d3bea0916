package io.github.asynqee.console.view;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes as text, cut to a length. */
final class Payloads {

    /** What stands for bytes that are not UTF-8, those of a byte order mark of UTF-16 among them. */
    private static final char REPLACEMENT = '\uFFFD';

    private Payloads() {}

    /** The text, or {@code null} if the bytes are not UTF-8 or have control characters other than white space. */
    static String text(byte[] bytes) {
        String text = decoded(bytes);
        return text == null || text.codePoints().anyMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))
                ? null
                : text;
    }

    /** The text with all its characters, or {@code null} if the bytes are not UTF-8. */
    static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /**
     * Whether bytes begin as a JSON object or array, in UTF-8 or another encoding. A byte order mark and all characters that
     * are not visible are skipped: the zero bytes of UTF-16 and UTF-32, too.
     */
    static boolean beginAsJson(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int begin = 0;
        while (begin < text.length() && !isVisible(text.charAt(begin))) {
            begin++;
        }
        return begin < text.length() && (text.charAt(begin) == '{' || text.charAt(begin) == '[');
    }

    private static boolean isVisible(char c) {
        return !Character.isISOControl(c) && !Character.isWhitespace(c) && !Character.isSpaceChar(c)
                && Character.getType(c) != Character.FORMAT && c != REPLACEMENT;
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
