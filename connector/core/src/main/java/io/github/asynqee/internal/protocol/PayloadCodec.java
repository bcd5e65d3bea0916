package io.github.asynqee.internal.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.NotAFailureException;

/**
 * Encodes payloads before they are stored, and decodes them: compresses, encrypts or stores them outside Redis.
 * Headers, the marks, describe the encoding, so that a worker without the codec can distinguish an encoded payload from
 * a damaged one. Uniqueness is that of the original payload. Thread-safe.
 */
public interface PayloadCodec {

    /** The mark that lists the steps applied to a payload; a payload without it was not changed. */
    String CODEC_HEADER = "payload-codec";

    /** The mark with the ID of the key by which a payload was encrypted. */
    String KEY_HEADER = "payload-key";

    /** Changes nothing, and restores nothing: a payload that was changed waits for a worker that has the codec. */
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

    /** How the errors of {@link NotYetException} continue behind the name of the task. */
    String WAITS = " waits: ";

    /** How the error ends of a task whose payload is no longer where it was put. */
    String LOST = "and PayloadStore does not have it";

    /** Why a payload cannot be read. */
    enum Problem {
        /** The codec is not known here. */
        CODEC,
        /** The key is not known here, or is another one. */
        KEY,
        /** The store is missing, or it failed. */
        STORE,
        /** The store has nothing for the reference. */
        LOST,
        /** There is not enough memory. */
        MEMORY,
        /** The bytes are not what marks or handler say. */
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
     * no cause, because a channel's rules for exceptions apply only to exceptions of its handler.
     */
    final class NotYetException extends NotAFailureException {

        private static final long serialVersionUID = 1L;

        private final Problem problem;

        /**
         * @param problem why, for metrics
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

        /** @return why, for metrics */
        public Problem problem() {
            return problem;
        }
    }

    /**
     * A payload could not be restored, which uses up a retry: it may be possible at the next attempt, and is given up
     * in the end. The rules of a channel for exceptions are not about this one either.
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
     * Changes the payload of a task; as {@link #encode(byte[])}, unless the codec has a use for queue and type.
     *
     * @param payload its bytes
     * @param queue the queue of the task
     * @param type the type of the task
     * @return the bytes to store, and their marks
     * @throws io.github.asynqee.EnqueueException if that is not possible now
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
