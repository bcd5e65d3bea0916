package io.github.asynqee.internal.inspect.payload;

import java.util.Map;
import java.util.Optional;

import javax.crypto.SecretKey;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.codec.CodecKeys;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;

/**
 * Restores payloads that are compressed or encrypted, to show them. What is larger than {@value #MAX_BYTES} bytes is not
 * restored: a small payload can be made to fill the heap of a tool. Thread-safe.
 */
public final class PayloadReader {

    /** The size of the largest payload that is restored, and of its stored form. */
    static final int MAX_BYTES = 1 << 20;

    /** Restores what is compressed, and nothing that is encrypted. */
    public static final PayloadReader WITHOUT_KEYS = withoutKeys("its key is not here");

    /** The same for rows of a page: there are up to a thousand, and only their stored size is limited. */
    public static final PayloadReader OF_LISTS = new PayloadReader(Map.of(), WITHOUT_KEYS.missing, 1 << 16);

    private final Map<String, SecretKey> keys;
    private final String missing;
    private final int maxBytes;
    private final PayloadCodec codec;

    private PayloadReader(Map<String, SecretKey> keys, String missing, int maxBytes) {
        this.keys = keys;
        this.missing = missing;
        this.maxBytes = maxBytes;
        this.codec = StepwiseCodec.reader(new Keys(keys), maxBytes);
    }

    /**
     * A reader that restores what is compressed, and nothing that is encrypted.
     *
     * @param why what it says of the others
     */
    public static PayloadReader withoutKeys(String why) {
        return new PayloadReader(Map.of(), why, MAX_BYTES);
    }

    /** @param keys keys by their IDs */
    public static PayloadReader of(Map<String, SecretKey> keys) {
        return new PayloadReader(Map.copyOf(keys), WITHOUT_KEYS.missing, MAX_BYTES);
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

    /** The payload of a task. */
    public ReadPayload read(TaskInfo task) {
        byte[] stored = task.payload() == null ? new byte[0] : task.payload();
        String codecName = task.headers().get(PayloadCodec.CODEC_HEADER);
        if (codecName == null) {
            return new ReadPayload(stored, stored.length, null, null, false, null);
        }
        String key = task.headers().get(PayloadCodec.KEY_HEADER);
        byte[] restored = null;
        String problem = problem(stored, codecName, key);
        if (problem == null) {
            try {
                restored = codec.decode(stored, task.headers());
            } catch (PayloadCodec.NotYetException e) {
                problem = "its key is another one of this ID, or it was changed";
            } catch (IllegalArgumentException e) {
                problem = e.getMessage();
            }
        }
        return new ReadPayload(restored, stored.length, codecName, key, StepwiseCodec.hides(task.headers()), problem);
    }

    private String problem(byte[] stored, String codecName, String key) {
        if (!StepwiseCodec.NAMES.contains(codecName)) {
            return "a codec that is not known here";
        }
        if (key != null && !keys.containsKey(key)) {
            return missing;
        }
        return stored.length > maxBytes ? "more than " + maxBytes + " bytes are not restored here" : null;
    }
}
