package io.github.asynqee.internal.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;

/**
 * A task as it stands in the field {@code msg} of its hash (protocol section 3.1). Immutable. Fields this version does
 * not know survive decoding and encoding.
 */
public final class TaskMessage {

    private static final int MAX_ERROR_LENGTH = 8_192;

    private final io.github.asynqee.internal.protocol.wire.TaskMessage wire;

    private TaskMessage(io.github.asynqee.internal.protocol.wire.TaskMessage wire) {
        this.wire = wire;
    }

    /**
     * Decodes a message.
     *
     * @param bytes content of the field {@code msg}
     * @return the message
     * @throws UndecodableMessageException if the bytes are not a task message
     */
    public static TaskMessage parse(byte[] bytes) throws UndecodableMessageException {
        try {
            return new TaskMessage(io.github.asynqee.internal.protocol.wire.TaskMessage.parseFrom(bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new UndecodableMessageException("not a task message: " + e.getMessage(), e);
        }
    }

    /**
     * Stands for a task whose message cannot be used: it keeps the original bytes as its payload and is never tried
     * again.
     *
     * @param queue the queue it was found in
     * @param id the ID it was found under
     * @param original the bytes found
     * @return a valid message
     */
    public static TaskMessage quarantine(String queue, String id, byte[] original) {
        return builder(UndecodableMessageException.QUARANTINE_TYPE, id, queue).payload(original).build();
    }

    /**
     * A builder of a message.
     *
     * @param type the task's type
     * @param id its ID
     * @param queue its queue
     * @return the builder
     */
    public static Builder builder(String type, String id, String queue) {
        return new Builder(type, id, queue);
    }

    /**
     * Encodes the message: known fields in ascending order, zero values omitted.
     *
     * @return content for the field {@code msg}
     */
    public byte[] toBytes() {
        return wire.toByteArray();
    }

    /** @return the task's type, by which workers choose the handler */
    public String type() {
        return wire.getType();
    }

    /** @return the payload's bytes, empty if absent: the wire does not tell the two apart */
    public byte[] payload() {
        return wire.getPayload().toByteArray();
    }

    /** @return the task's ID, unique in its queue */
    public String id() {
        return wire.getId();
    }

    /** @return the queue */
    public String queue() {
        return wire.getQueue();
    }

    /** @return how often the task is tried again after a failure */
    public int maxRetry() {
        return wire.getRetry();
    }

    /** @return how often it has been tried again so far */
    public int retried() {
        return wire.getRetried();
    }

    /** @return text of the last failure, empty if none */
    public String errorMessage() {
        return wire.getErrorMsg();
    }

    /** @return how long one attempt may take, zero if not limited */
    public Duration timeout() {
        return Duration.ofSeconds(wire.getTimeout());
    }

    /** @return when the last attempt must have ended, {@code null} if not limited */
    public Instant deadline() {
        return instantOrNull(wire.getDeadline());
    }

    /** @return the lock that makes the task unique, empty if none */
    public String uniqueKey() {
        return wire.getUniqueKey();
    }

    /** @return time of the last failure, {@code null} if none */
    public Instant lastFailedAt() {
        return instantOrNull(wire.getLastFailedAt());
    }

    /** @return how long the task is kept after success, zero if not */
    public Duration retention() {
        return Duration.ofSeconds(wire.getRetention());
    }

    /** @return when the task succeeded, {@code null} if it has not */
    public Instant completedAt() {
        return instantOrNull(wire.getCompletedAt());
    }

    /** @return the group, empty if none */
    public String group() {
        return wire.getGroupKey();
    }

    /** @return text pairs that travel with the task */
    public Map<String, String> headers() {
        return wire.getHeadersMap();
    }

    private static Instant instantOrNull(long unixSeconds) {
        if (unixSeconds == 0) {
            return null;
        }
        // whatever a producer wrote: a time beyond what can be expressed is as far away as can be
        long expressible = Math.min(Math.max(unixSeconds, Instant.MIN.getEpochSecond()), Instant.MAX.getEpochSecond());
        return Instant.ofEpochSecond(expressible);
    }

    /**
     * The message after a failed attempt.
     *
     * @param error text of the failure; what cannot be encoded is replaced, what is too long is cut
     * @param now time of the failure
     * @param counts whether the attempt counts as a retry
     * @return the new message
     */
    public TaskMessage failed(String error, Instant now, boolean counts) {
        return new TaskMessage(wire.toBuilder().setErrorMsg(ErrorText.storable(error, MAX_ERROR_LENGTH))
                .setLastFailedAt(now.getEpochSecond()).setRetried(wire.getRetried() + (counts ? 1 : 0)).build());
    }

    /**
     * The message after success.
     *
     * @param now time of the success
     * @return the new message
     */
    public TaskMessage completed(Instant now) {
        return new TaskMessage(wire.toBuilder().setCompletedAt(now.getEpochSecond()).build());
    }

    /**
     * The same task with another payload.
     *
     * @param payload the payload's bytes
     * @return the message
     */
    public TaskMessage withPayload(byte[] payload) {
        return new TaskMessage(wire.toBuilder().setPayload(ByteString.copyFrom(payload)).build());
    }

    /**
     * Whether another message is the same task as its producer wrote it, however often it has been tried since.
     *
     * @param other the other message
     * @return true if everything the producer decides is equal
     */
    public boolean sameTask(TaskMessage other) {
        return asProduced().equals(other.asProduced());
    }

    private io.github.asynqee.internal.protocol.wire.TaskMessage asProduced() {
        return wire.toBuilder().clearRetried().clearErrorMsg().clearLastFailedAt().clearCompletedAt().build();
    }

    /**
     * What the message says of the task.
     *
     * @param state where the task is
     * @param nextProcessAt when it is to run next, {@code null} if that is not known
     * @return the task as seen now; the payload is empty if it is absent
     */
    public TaskInfo toInfo(TaskState state, Instant nextProcessAt) {
        return new TaskInfo(id(), queue(), type(), payload(), headers(), state, maxRetry(), retried(), errorMessage(),
                lastFailedAt(), timeout(), deadline(), group(), retention(), nextProcessAt, completedAt());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskMessage that && wire.equals(that.wire);
    }

    @Override
    public int hashCode() {
        return wire.hashCode();
    }

    @Override
    public String toString() {
        return "TaskMessage[" + queue() + "/" + id() + " " + type() + "]";
    }

    /** Sets the fields of a message one by one. */
    public static final class Builder {
        private final io.github.asynqee.internal.protocol.wire.TaskMessage.Builder wire;

        private Builder(String type, String id, String queue) {
            this.wire = io.github.asynqee.internal.protocol.wire.TaskMessage.newBuilder()
                    .setType(Objects.requireNonNull(type))
                    .setId(Objects.requireNonNull(id)).setQueue(Objects.requireNonNull(queue));
        }

        /**
         * Sets the payload.
         *
         * @param bytes the bytes, {@code null} if absent
         * @return this
         */
        public Builder payload(byte[] bytes) {
            wire.setPayload(bytes == null ? ByteString.EMPTY : ByteString.copyFrom(bytes));
            return this;
        }

        /**
         * Sets how often the task is tried again.
         *
         * @param times the number of retries
         * @return this
         */
        public Builder maxRetry(int times) {
            wire.setRetry(times);
            return this;
        }

        /**
         * Sets how often it has been tried again so far.
         *
         * @param times the number of retries
         * @return this
         */
        public Builder retried(int times) {
            wire.setRetried(times);
            return this;
        }

        /**
         * Sets how long one attempt may take.
         *
         * @param duration cut to whole seconds; zero if not limited
         * @return this
         */
        public Builder timeout(Duration duration) {
            wire.setTimeout(wholeSeconds(duration));
            return this;
        }

        /**
         * Sets when the last attempt must have ended.
         *
         * @param instant cut to whole seconds; {@code null} if not limited
         * @return this
         */
        public Builder deadline(Instant instant) {
            wire.setDeadline(instant == null ? 0 : instant.getEpochSecond());
            return this;
        }

        /**
         * Sets the lock that makes the task unique.
         *
         * @param key the key, empty if none
         * @return this
         */
        public Builder uniqueKey(String key) {
            wire.setUniqueKey(key);
            return this;
        }

        /**
         * Sets how long the task is kept after success.
         *
         * @param duration cut to whole seconds; zero if not
         * @return this
         */
        public Builder retention(Duration duration) {
            wire.setRetention(wholeSeconds(duration));
            return this;
        }

        /**
         * Sets the group.
         *
         * @param name the group's name, empty if none
         * @return this
         */
        public Builder group(String name) {
            wire.setGroupKey(name);
            return this;
        }

        /**
         * Adds headers.
         *
         * @param more name to value
         * @return this
         */
        public Builder headers(Map<String, String> more) {
            wire.putAllHeaders(more);
            return this;
        }

        /** Whole seconds cut towards zero, as Go's conversion does. */
        private static long wholeSeconds(Duration duration) {
            long seconds = duration.getSeconds();
            return seconds < 0 && duration.getNano() > 0 ? seconds + 1 : seconds;
        }

        /**
         * Builds the message.
         *
         * @return the message
         */
        public TaskMessage build() {
            return new TaskMessage(wire.build());
        }
    }
}
