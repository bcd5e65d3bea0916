package io.github.asynqee.console.view;

import java.util.Arrays;
import java.util.Base64;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.mask.Payloads;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.inspect.payload.ReadPayload;
import io.github.asynqee.internal.protocol.PayloadCodec;

/**
 * A payload or result in full, up to a size.
 *
 * @param kind the form of its text, {@code binary}, or {@code coded} if it is compressed, encrypted or elsewhere and is
 *        not shown
 * @param text the text, {@code null} if it is binary or coded
 * @param base64 the bytes, {@code null} if it is text or coded
 * @param size in bytes, of the stored form if it is coded
 * @param truncated whether this is only its beginning
 * @param masked whether parts of it are replaced
 * @param stored how it is compressed or encrypted, or that it is outside Redis; {@code null} if it is stored unchanged
 */
public record Content(@Member(values = "json|text|binary|coded") String kind, String text, String base64, long size,
        boolean truncated,
        boolean masked, Stored stored) {

    private static final int MAX_BYTES = 256 * 1024;

    /**
     * The stored form of a payload.
     *
     * @param codec the steps in their order: some of {@code deflate}, {@code aes-gcm} and {@code reference}
     * @param key the ID of the key by which it is encrypted, {@code null} if it is not
     * @param size in bytes
     * @param hidden whether the payload may be secret, so that a plain payload must not replace it
     * @param problem why the payload is not shown, {@code null} if it is shown
     */
    public record Stored(String codec, String key, long size, boolean hidden, String problem) {}

    /** Whether it is encrypted and was not restored. */
    boolean isClosed() {
        return stored != null && stored.hidden() && stored.problem() != null;
    }

    /** Whether it is encrypted and was restored for its reader. */
    public boolean isDecrypted() {
        return stored != null && stored.hidden() && stored.problem() == null;
    }

    /** The stored bytes. */
    public static Content of(byte[] bytes, Masking masking) {
        return of(bytes, masking, null);
    }

    /** The payload of a task, restored if that is possible. */
    static Content of(TaskInfo task, Masking masking, PayloadReader reader) {
        ReadPayload payload = reader.read(task);
        Stored stored = payload.codec() == null ? null
                : new Stored(masking.header(PayloadCodec.CODEC_HEADER, payload.codec()),
                        masking.header(PayloadCodec.KEY_HEADER, payload.key()), payload.stored(), payload.hidden(),
                        payload.problem());
        return payload.bytes() == null
                ? new Content("coded", null, null, payload.stored(), false, false, stored)
                : of(payload.bytes(), masking, stored);
    }

    private static Content of(byte[] bytes, Masking masking, Stored stored) {
        String text = masking.text(bytes);
        if (text == null) {
            byte[] shown = bytes.length > MAX_BYTES ? Arrays.copyOf(bytes, MAX_BYTES) : bytes;
            return new Content("binary", null, Base64.getEncoder().encodeToString(shown), bytes.length,
                    bytes.length > MAX_BYTES, false, stored);
        }
        boolean truncated = text.length() > MAX_BYTES;
        boolean masked = !masking.isEmpty() && !text.equals(Payloads.text(bytes));
        return new Content(Masking.isJson(text) ? "json" : "text", truncated ? Payloads.cut(text, MAX_BYTES) : text,
                null, bytes.length, truncated, masked, stored);
    }
}
