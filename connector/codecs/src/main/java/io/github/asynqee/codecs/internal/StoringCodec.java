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
 * Puts payloads above a size into the store of the application, after another codec has changed them, and takes what was put
 * there from it before that codec restores it.
 */
final class StoringCodec implements PayloadCodec {

    private static final String NO_STORE = "and the application does not have exactly one bean of type PayloadStore";

    private final PayloadCodec steps;
    private final @Nullable PayloadStore store;
    private final int above;

    /**
     * @param steps changes payloads before they are put
     * @param store the store, {@code null} if there is none
     * @param above the size in bytes above which payloads are put there, after the other steps
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
            throw new IllegalArgumentException("it has " + bytes.length + " bytes, and " + PayloadReference.MAX_BYTES
                    + " are the most that are stored outside Redis");
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
            // without the message, which is stored with the task and may be about the store
            throw NotYetException.because(Problem.STORE, named + "and PayloadStore failed: " + e.getClass().getName(),
                    e);
        }
        if (bytes == null) {
            throw new UnreadException(named + LOST);
        }
        if (!from.isOf(bytes)) {
            throw new IllegalArgumentException(
                    named + "and what is there has not the size and the SHA-256 digest of what was put");
        }
        return bytes;
    }

    /** No more than is needed to notice that there is more than was put; {@code null} if there is nothing. */
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
