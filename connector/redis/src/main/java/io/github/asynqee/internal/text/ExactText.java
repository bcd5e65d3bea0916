package io.github.asynqee.internal.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Converts UTF-8 text to strings and back. Other clients may store names and IDs that are not UTF-8: each invalid byte
 * becomes one of 128 lone surrogates, which valid text does not contain, so that the same key is found again.
 */
public final class ExactText {

    private static final char REPLACEMENT = '\uFFFD';
    /** The surrogate of byte 0; used for bytes from 0x80. */
    private static final char ESCAPE = '\uDC00';
    private static final int FIRST_BYTE = 0x80;
    private static final int BYTE = 0xff;

    private ExactText() {}

    public static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : decodeEach(bytes);
    }

    private static String decodeEach(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isMalformed()) {
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE + (in.get() & BYTE)));
            }
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }

    public static byte[] encode(String text) {
        int escape = nextEscape(text, 0);
        if (escape == text.length()) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int from = 0;
        while (escape < text.length()) {
            bytes.writeBytes(text.substring(from, escape).getBytes(StandardCharsets.UTF_8));
            bytes.write(text.charAt(escape) - ESCAPE);
            from = escape + 1;
            escape = nextEscape(text, from);
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private static int nextEscape(String text, int from) {
        int i = from;
        while (i < text.length() && !isEscape(text, i)) {
            i++;
        }
        return i;
    }

    private static boolean isEscape(String text, int i) {
        char c = text.charAt(i);
        return c >= ESCAPE + FIRST_BYTE && c <= ESCAPE + BYTE
                && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
