package io.github.asynqee.codecs.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.protocol.PayloadCodec;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a payload with another codec, then moves it to the application's store if it is too large. Decoding reads
 * it from the store before the other codec decodes it.
 */
final class StoringCodec implements PayloadCodec {

    private static final String NO_STORE = "but the application does not have exactly one bean of type PayloadStore";

    private final PayloadCodec steps;
    private final @Nullable PayloadStore store;
    private final int above;

    /**
     * @param steps the codec that compresses and encrypts
     * @param store the store, {@code null} if the application has none
     * @param above the size in bytes, after the other steps, above which payloads are stored outside Redis
     */
    StoringCodec(PayloadCodec steps, @Nullable PayloadStore store, int above) {
        this.steps = steps;
        this.store = store;
        this.above = above;
    }

    @Override
    public Coded encode(byte[] payload) {
        return steps.encode(payload);
    }

    @Override
    public Coded encode(byte[] payload, String queue, String type) {
        Coded coded = encode(payload);
        byte[] bytes = coded.payload();
        if (bytes.length <= above) {
            return coded;
        }
        if (bytes.length > PayloadReference.MAX_BYTES) {
            throw new IllegalArgumentException("it has " + bytes.length + " bytes, but at most "
                    + PayloadReference.MAX_BYTES + " can be stored outside Redis");
        }
        Map<String, String> marks = new HashMap<>(coded.marks());
        marks.put(CODEC_HEADER, PayloadReference.after(marks.get(CODEC_HEADER)));
        return new Coded(PayloadReference.of(bytes, put(bytes, queue, type)).bytes(), marks);
    }

    private String put(byte[] bytes, String queue, String type) {
        if (store == null) {
            throw new EnqueueException("it has " + bytes.length + " bytes, which is more than store-above=" + above
                    + ", " + NO_STORE, null);
        }
        try {
            return store.put(bytes, queue, type);
        } catch (IOException | RuntimeException e) {
            throw new EnqueueException("PayloadStore failed: " + e, e);
        }
    }

    @Override
    public byte[] decode(byte[] payload, Map<String, String> headers) {
        String codec = headers.get(CODEC_HEADER);
        if (codec == null || !PayloadReference.isMark(codec)) {
            return steps.decode(payload, headers);
        }
        Map<String, String> before = new HashMap<>(headers);
        before.remove(CODEC_HEADER);
        if (PayloadReference.before(codec) != null) {
            before.put(CODEC_HEADER, PayloadReference.before(codec));
        }
        return steps.decode(taken(PayloadReference.parse(payload)), before);
    }

    private byte[] taken(PayloadReference from) {
        String named = "its payload is stored outside Redis as \"" + from.reference() + "\", ";
        if (store == null) {
            throw new NotYetException(Problem.STORE,
                    named + NO_STORE);
        }
        byte @Nullable [] bytes;
        try {
            bytes = read(from, store);
        } catch (IOException | RuntimeException e) {
            // omit the exception's message: the problem is stored with the task, and must not reveal details of the
            // store
            throw NotYetException.because(Problem.STORE, named + "but PayloadStore failed: " + e.getClass().getName(),
                    e);
        }
        if (bytes == null) {
            throw new UnreadException(named + LOST);
        }
        if (!from.isOf(bytes)) {
            throw new IllegalArgumentException(
                    named + "but the stored object's size or SHA-256 does not match");
        }
        return bytes;
    }

    /** Reads at most one byte more than expected, to detect a longer object; {@code null} if it does not exist. */
    private static byte @Nullable [] read(PayloadReference from, PayloadStore store) throws IOException {
        Optional<InputStream> found = store.get(from.reference());
        if (found == null) {
            throw new IllegalStateException("PayloadStore.get(reference) returned null");
        }
        if (found.isEmpty()) {
            return null;
        }
        try (InputStream bytes = found.get()) {
            return bytes.readNBytes(from.size() + 1);
        }
    }
}
