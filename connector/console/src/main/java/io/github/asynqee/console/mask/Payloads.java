package io.github.asynqee.console.mask;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/** Bytes as text, cut to a length. */
public final class Payloads {

    /** The text shown for bytes that are not UTF-8, including a byte order mark of UTF-16. */
    private static final char REPLACEMENT = '\uFFFD';

    /**
     * Number of bytes that is enough to recognize the beginning of nearly all payloads. A character cut off at its end
     * is ignored.
     */
    private static final int HEAD = 64;

    private Payloads() {}

    /** The text, or {@code null} if the bytes are not UTF-8 or have control characters other than white space. */
    public static String text(byte[] bytes) {
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
     * Whether bytes begin as a JSON object or array, in UTF-8 or another encoding. A byte order mark and all invisible
     * characters are skipped, including the zero bytes of UTF-16 and UTF-32.
     */
    static boolean beginAsJson(byte[] bytes) {
        String head = new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.UTF_8);
        int begin = firstVisible(head);
        if (begin < 0 && bytes.length > HEAD) {
            head = new String(bytes, StandardCharsets.UTF_8);
            begin = firstVisible(head);
        }
        return begin >= 0 && (head.charAt(begin) == '{' || head.charAt(begin) == '[');
    }

    private static int firstVisible(String text) {
        return IntStream.range(0, text.length()).filter(i -> isVisible(text.charAt(i))).findFirst().orElse(-1);
    }

    private static boolean isVisible(char c) {
        return !Character.isISOControl(c) && !Character.isWhitespace(c) && !Character.isSpaceChar(c)
                && Character.getType(c) != Character.FORMAT && c != REPLACEMENT;
    }

    /** The beginning of a text, with an ellipsis if it is longer; no character is cut in two. */
    public static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…";
    }
}
