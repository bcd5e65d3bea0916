package io.github.asynqee.internal.inspect.payload;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.crypto.SecretKey;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import org.jspecify.annotations.Nullable;

/**
 * Decodes compressed or encrypted payloads, to show them. It does not decode payloads larger than {@value #MAX_BYTES}
 * bytes, because a small compressed payload could fill the heap of a tool. It also does not read payloads stored
 * outside Redis. Thread-safe.
 */
public final class PayloadReader {

    /** Maximum size of a decoded payload, and of its stored form. */
    static final int MAX_BYTES = 1 << 20;

    /** Decodes compressed payloads, but not encrypted payloads. */
    public static final PayloadReader WITHOUT_KEYS = withoutKeys("its key is not here");

    /** Maximum size of a decoded payload in a row, because a page has up to a thousand rows. */
    private static final int MAX_ROW_BYTES = 1 << 16;

    /** Maximum total size of the decoded payloads of a list or export. */
    private static final long MAX_ROWS_BYTES = 1 << 28;

    /** Like {@link #WITHOUT_KEYS}, with the limits for rows of a page. */
    public static final PayloadReader OF_LISTS = new PayloadReader(Map.of(), WITHOUT_KEYS.missing, MAX_ROW_BYTES,
            Long.MAX_VALUE);

    private final Map<String, SecretKey> keys;
    private final String missing;
    private final int maxBytes;
    private final long maxTotal;
    private final AtomicLong total = new AtomicLong();
    private final PayloadCodec codec;

    private PayloadReader(Map<String, SecretKey> keys, String missing, int maxBytes, long maxTotal) {
        this.keys = keys;
        this.missing = missing;
        this.maxBytes = maxBytes;
        this.maxTotal = maxTotal;
        this.codec = StepwiseCodec.reader(new Keys(keys), maxBytes);
    }

    /**
     * Returns a reader that decodes compressed payloads, but not encrypted payloads.
     *
     * @param why the reason to show for encrypted payloads
     */
    public static PayloadReader withoutKeys(String why) {
        return new PayloadReader(Map.of(), why, MAX_BYTES, Long.MAX_VALUE);
    }

    /** @param keys keys by ID */
    public static PayloadReader of(Map<String, SecretKey> keys) {
        return new PayloadReader(Map.copyOf(keys), WITHOUT_KEYS.missing, MAX_BYTES, Long.MAX_VALUE);
    }

    /**
     * Returns a reader with the same keys for one list or export. It limits the size of each payload, and the total
     * size.
     */
    public PayloadReader ofRows() {
        return ofRows(MAX_ROWS_BYTES);
    }

    PayloadReader ofRows(long maxTotal) {
        return new PayloadReader(keys, missing, MAX_ROW_BYTES, maxTotal);
    }

    private record Keys(Map<String, SecretKey> keys) implements CodecKeys {

        @Override
        public String currentId() {
            throw new UnsupportedOperationException("a reader encrypts nothing");
        }

        @Override
        public Optional<SecretKey> key(String id) {
            return Optional.ofNullable(keys.get(id));
        }
    }

    /** Reads the payload of a task. */
    public ReadPayload read(TaskInfo task) {
        byte[] stored = task.payload() == null ? new byte[0] : task.payload();
        String codecName = task.headers().get(PayloadCodec.CODEC_HEADER);
        if (codecName == null) {
            return new ReadPayload(stored, stored.length, null, null, false, null);
        }
        String key = task.headers().get(PayloadCodec.KEY_HEADER);
        byte @Nullable [] restored = null;
        String problem = problem(stored, codecName, key);
        if (problem == null) {
            try {
                restored = codec.decode(stored, task.headers());
                total.addAndGet(restored.length);
            } catch (PayloadCodec.NotYetException e) {
                problem = "it was encrypted by another key with this ID, or was changed";
            } catch (IllegalArgumentException e) {
                problem = e.getMessage();
                // this much may have been decompressed before the limit was exceeded
                total.addAndGet(maxBytes);
            }
        }
        return new ReadPayload(restored, stored.length, codecName, key, StepwiseCodec.hides(task.headers()), problem);
    }

    private @Nullable String problem(byte[] stored, String codecName, @Nullable String key) {
        boolean outside = PayloadReference.isMark(codecName);
        if (!outside && !StepwiseCodec.NAMES.contains(codecName)) {
            return "a codec that is not known here";
        }
        if (key != null && !keys.containsKey(key)) {
            return missing;
        }
        if (outside) {
            return outside(stored);
        }
        if (total.get() >= maxTotal) {
            return "more than " + maxTotal + " bytes are not restored for one list or export";
        }
        return stored.length > maxBytes ? "more than " + maxBytes + " bytes are not restored here" : null;
    }

    private static @Nullable String outside(byte[] stored) {
        try {
            PayloadReference reference = PayloadReference.parse(stored);
            return "stored outside Redis, " + reference.size() + " bytes as " + reference.reference();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
