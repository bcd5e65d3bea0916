package io.github.asynqee.console.view;

import java.util.Arrays;
import java.util.Base64;

import io.github.asynqee.console.json.Member;

/**
 * A payload or result in full, up to a size.
 *
 * @param kind the form of its text, or {@code binary}
 * @param text the text, {@code null} if it is binary
 * @param base64 the bytes, {@code null} if it is text
 * @param size in bytes
 * @param truncated whether only its beginning is here
 * @param masked whether parts of it are replaced
 */
public record Content(@Member(values = "json|text|binary") String kind, String text, String base64, long size,
        boolean truncated,
        boolean masked) {

    private static final int MAX_BYTES = 256 * 1024;

    public static Content of(byte[] bytes, Masking masking) {
        String text = masking.text(bytes);
        if (text == null) {
            byte[] shown = bytes.length > MAX_BYTES ? Arrays.copyOf(bytes, MAX_BYTES) : bytes;
            return new Content("binary", null, Base64.getEncoder().encodeToString(shown), bytes.length,
                    bytes.length > MAX_BYTES, false);
        }
        boolean truncated = text.length() > MAX_BYTES;
        boolean masked = !masking.isEmpty() && !text.equals(Payloads.text(bytes));
        return new Content(Masking.isJson(text) ? "json" : "text", truncated ? Payloads.cut(text, MAX_BYTES) : text,
                null, bytes.length, truncated, masked);
    }
}
