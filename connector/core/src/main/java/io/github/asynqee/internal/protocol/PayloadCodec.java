package io.github.asynqee.internal.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.NotAFailureException;

/**
 * Encodes payloads before they are stored, and decodes them: compresses, encrypts or stores them outside Redis.
 * Headers, the marks, describe the encoding, so that a worker without the codec can distinguish an encoded payload from
 * a damaged one. Uniqueness compares original payloads. Thread-safe.
 */
public interface PayloadCodec {

    /** The mark that lists the steps applied to a payload; a payload without it was not changed. */
    String CODEC_HEADER = "payload-codec";

    /** The mark with the ID of the key by which a payload was encrypted. */
    String KEY_HEADER = "payload-key";

    /**
     * Does not change payloads, and cannot restore changed payloads: a task with a changed payload waits for a worker
     * that has the codec.
     */
    PayloadCodec NONE = new PayloadCodec() {
        @Override
        public Coded encode(byte[] payload) {
            return new Coded(payload, Map.of());
        }

        @Override
        public byte[] decode(byte[] payload, Map<String, String> headers) {
            String codec = headers.get(CODEC_HEADER);
            if (codec != null) {
                throw new NotYetException(Problem.CODEC, "its payload is coded (" + CODEC_HEADER + ": " + codec
                        + "), and the application has no dependency io.github.asynqee:asynq-codecs to decode it");
            }
            return payload;
        }
    };

    /** Text after the name of the task in the message of a {@link NotYetException}. */
    String WAITS = " waits: ";

    /** End of the error text of a task whose payload is no longer in the store. */
    String LOST = "and PayloadStore does not have it";

    /** Why a payload cannot be read. */
    enum Problem {
        /** The codec is not known here. */
        CODEC,
        /** The key is not known here, or is a different key. */
        KEY,
        /** The store is missing, or it failed. */
        STORE,
        /** The store has nothing for the reference. */
        LOST,
        /** There is not enough memory. */
        MEMORY,
        /** The bytes do not match the marks, or the type that the handler expects. */
        INVALID;

        /** @return the value of a label */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns the name of a task at the beginning of the error about its payload.
     *
     * @param id its ID
     * @param type its type
     * @param queue its queue
     * @return a text
     */
    static String named(String id, String type, String queue) {
        return "task " + id + " of type \"" + type + "\" in queue \"" + queue + "\"";
    }

    /**
     * A payload cannot be decoded here now, but another worker, or this worker later, may decode it. This exception has
     * no cause, so that a channel's rules for exceptions of its handler do not match the cause.
     */
    final class NotYetException extends NotAFailureException {

        private static final long serialVersionUID = 1L;

        private final Problem problem;

        /**
         * @param problem the kind of problem, for metrics
         * @param message why
         */
        public NotYetException(Problem problem, String message) {
            super(message);
            this.problem = problem;
        }

        /** Creates the exception with the original exception, which is logged with it. */
        public static NotYetException because(Problem problem, String message, Exception reason) {
            NotYetException exception = new NotYetException(problem, message);
            exception.addSuppressed(reason);
            return exception;
        }

        /** @return the kind of problem, for metrics */
        public Problem problem() {
            return problem;
        }
    }

    /**
     * A payload could not be restored. This uses a retry, because the next attempt may succeed; after the last retry
     * the task is archived. A channel's rules for exceptions do not apply to this exception either.
     */
    final class UnreadException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** @param message why */
        public UnreadException(String message) {
            super(message);
        }
    }

    /**
     * A payload as it is stored.
     *
     * @param payload its bytes
     * @param marks the headers that are needed to restore it; empty if it was not changed
     */
    record Coded(byte[] payload, Map<String, String> marks) {}

    /**
     * Changes a payload.
     *
     * @param payload its bytes
     * @return the bytes to store, and their marks
     */
    Coded encode(byte[] payload);

    /**
     * Changes the payload of a task; like {@link #encode(byte[])}, but a codec may also use the queue and the type.
     *
     * @param payload its bytes
     * @param queue the queue of the task
     * @param type the type of the task
     * @return the bytes to store, and their marks
     * @throws io.github.asynqee.EnqueueException if the payload cannot be encoded now
     */
    default Coded encode(byte[] payload, String queue, String type) {
        return encode(payload);
    }

    /**
     * Returns the payload as passed to {@link #encode}.
     *
     * @param payload the stored bytes
     * @param headers the headers of the task
     * @return the bytes; the same if there are no marks
     * @throws NotYetException if another worker may be able to restore it, or this one later
     * @throws UnreadException if the payload is missing
     * @throws IllegalArgumentException if the bytes do not match the marks
     */
    byte[] decode(byte[] payload, Map<String, String> headers);

    /**
     * Returns headers for a new payload, to which the marks of the old payload do not apply.
     *
     * @param headers headers, perhaps with marks
     * @param marks the marks of the new payload; other headers in it are ignored
     * @return the headers with only these marks
     */
    static Map<String, String> marked(Map<String, String> headers, Map<String, String> marks) {
        Map<String, String> marked = new LinkedHashMap<>(headers);
        for (String mark : List.of(CODEC_HEADER, KEY_HEADER)) {
            marked.remove(mark);
            if (marks.containsKey(mark)) {
                marked.put(mark, marks.get(mark));
            }
        }
        return marked;
    }
}
