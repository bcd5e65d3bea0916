package io.github.asynqee.internal.codec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.internal.text.PrintableText;

/**
 * The text in Redis for a payload that is stored elsewhere: size, SHA-256 digest and reference, separated by blanks.
 * The last step in the mark of the payload is {@value #NAME}. Like everything read from Redis, it is not trusted.
 *
 * @param size size of the stored payload in bytes
 * @param sha256 the SHA-256 of these bytes in hexadecimal, in lower case
 * @param reference the reference by which the store finds these bytes
 */
public record PayloadReference(int size, String sha256, String reference) {

    /** Its name in the header. */
    public static final String NAME = "reference";

    /** The maximum size of a payload, which is the maximum size of a Redis value. */
    public static final int MAX_BYTES = 512 * 1024 * 1024;

    private static final int MAX_REFERENCE = 1_024;
    /** Larger texts are rejected without parsing. A character has at most four bytes. */
    private static final int MAX_STORED = 4 * MAX_REFERENCE + 100;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}) ([0-9a-f]{64}) (.+)");
    private static final String STEP = "," + NAME;

    /**
     * Creates the reference of a payload.
     *
     * @param bytes the payload as it is stored
     * @param reference the store's name for the payload
     * @throws IllegalStateException if the name is invalid
     */
    public static PayloadReference of(byte[] bytes, String reference) {
        if (!isValid(reference)) {
            throw new IllegalStateException("PayloadStore.put returned "
                    + (reference == null ? "null" : "\"" + PrintableText.of(reference) + "\"")
                    + ": a reference has 1 to "
                    + MAX_REFERENCE + " printable characters");
        }
        return new PayloadReference(bytes.length, sha256(bytes), reference);
    }

    /**
     * Parses a reference.
     *
     * @param stored the payload in Redis
     * @throws IllegalArgumentException if it is not a reference
     */
    public static PayloadReference parse(byte[] stored) {
        Matcher parts = TEXT.matcher(stored.length > MAX_STORED ? "" : new String(stored, StandardCharsets.UTF_8));
        if (!parts.matches() || !isValid(parts.group(3)) || Integer.parseInt(parts.group(1)) > MAX_BYTES) {
            throw new IllegalArgumentException("its header marks it as a reference, but it cannot be read as one");
        }
        return new PayloadReference(Integer.parseInt(parts.group(1)), parts.group(2), parts.group(3));
    }

    private static boolean isValid(String reference) {
        return reference != null && !reference.isBlank() && reference.length() <= MAX_REFERENCE
                && PrintableText.of(reference).equals(reference);
    }

    /** Whether a mark says that the payload is stored elsewhere. */
    public static boolean isMark(String codec) {
        return codec.equals(NAME) || codec.endsWith(STEP);
    }

    /** The new mark of a payload that was put into a store. */
    public static String after(String codec) {
        return codec == null ? NAME : codec + STEP;
    }

    /** The mark that a payload had before it was put into a store; {@code null} if it had no mark. */
    public static String before(String codec) {
        return codec.equals(NAME) ? null : codec.substring(0, codec.length() - STEP.length());
    }

    /** Returns the text that is stored in Redis. */
    public byte[] bytes() {
        return (size + " " + sha256 + " " + reference).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether size and digest of these bytes match. */
    public boolean isOf(byte[] bytes) {
        return bytes.length == size && sha256(bytes).equals(sha256);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
