package io.github.asynqee.internal.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.text.PrintableText;

/**
 * A task as stored in the field {@code msg} of its hash (protocol section 3.1). Immutable. Unknown fields are preserved
 * by decoding and encoding.
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
     * Decodes the message of a task to be run.
     *
     * @param queue the queue that contains the task
     * @param id the ID under which the message is stored
     * @param bytes content of the field {@code msg}
     * @return the message, which has this queue and ID
     * @throws UndecodableMessageException if the bytes are not the message of such a task
     */
    public static TaskMessage parse(String queue, String id, byte[] bytes) throws UndecodableMessageException {
        TaskMessage message = parse(bytes);
        String problem = !message.id().equals(id) ? "its message has the ID \"" + message.id() + "\""
                : !message.queue().equals(queue) ? "its message has the queue \"" + message.queue() + "\""
                        : message.type().isBlank() ? "its message has no type" : null;
        if (problem != null) {
            throw new UndecodableMessageException(problem, null);
        }
        return message;
    }

    /**
     * Creates a replacement for an unusable message: its payload is the original bytes, and it is never retried.
     *
     * @param queue the queue that contains the task
     * @param id the ID under which the message is stored
     * @param original the stored bytes
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

    /**
     * @return the number of bytes in {@link #toBytes()} before the ID, which belong to the fields with lower numbers
     */
    public int bytesBeforeId() {
        return io.github.asynqee.internal.protocol.wire.TaskMessage.newBuilder().setType(wire.getType())
                .setPayload(wire.getPayload()).build().getSerializedSize();
    }

    /** @return the task's type, by which workers select the handler */
    public String type() {
        return wire.getType();
    }

    /** @return the length of the serialized message */
    public int size() {
        return wire.getSerializedSize();
    }

    /** @return the payload's bytes, empty if absent: the wire format does not distinguish the two */
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

    /** @return the maximum number of retries */
    public int maxRetry() {
        return wire.getRetry();
    }

    /** @return the number of retries so far */
    public int retried() {
        return wire.getRetried();
    }

    /** @return text of the last error, empty if none */
    public String errorMessage() {
        return wire.getErrorMsg();
    }

    /** @return the maximum duration of one attempt, zero if not limited */
    public Duration timeout() {
        return Duration.ofSeconds(wire.getTimeout());
    }

    /** @return the time by which the last attempt must end, {@code null} if not limited */
    public Instant deadline() {
        return instantOrNull(wire.getDeadline());
    }

    /**
     * @return when a waiting task must have ended. The timeout is ignored, because it counts only while the task runs
     */
    public Instant latestEnd() {
        Instant deadline = deadline();
        return deadline == null ? Instant.MAX : deadline;
    }

    /**
     * The deadline of an attempt (protocol section 7.3).
     *
     * @param begun when the attempt begins
     * @return when the attempt must have ended
     */
    public Instant deadlineFrom(Instant begun) {
        return AttemptLimit.end(begun, timeout(), deadline());
    }

    /** @return the key of the uniqueness lock, empty if none */
    public String uniqueKey() {
        return wire.getUniqueKey();
    }

    /** @return time of the last failure, {@code null} if none */
    public Instant lastFailedAt() {
        return instantOrNull(wire.getLastFailedAt());
    }

    /** @return the time for which the task is kept after success, zero if it is deleted */
    public Duration retention() {
        return Duration.ofSeconds(wire.getRetention());
    }

    /** @return the time at which the task succeeded, {@code null} if it has not */
    public Instant completedAt() {
        return instantOrNull(wire.getCompletedAt());
    }

    /** @return the group, empty if none */
    public String group() {
        return wire.getGroupKey();
    }

    /** @return the headers */
    public Map<String, String> headers() {
        return wire.getHeadersMap();
    }

    private static Instant instantOrNull(long unixSeconds) {
        if (unixSeconds == 0) {
            return null;
        }
        // a producer may have written any number: clamped to the range of Instant
        long expressible = Math.min(Math.max(unixSeconds, Instant.MIN.getEpochSecond()), Instant.MAX.getEpochSecond());
        return Instant.ofEpochSecond(expressible);
    }

    /**
     * The message after a failed attempt.
     *
     * @param error text of the error; characters that cannot be encoded are replaced, text beyond 8,192 characters is
     *        cut
     * @param now time of the failure
     * @param counts whether the number of retries is incremented
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
     * The message of a completed task that is to run again.
     *
     * @return the message without the time of the success
     */
    public TaskMessage notCompleted() {
        return new TaskMessage(wire.toBuilder().clearCompletedAt().build());
    }

    /**
     * The same task in another queue. Its unique key, if it has one, is the same except for the queue.
     *
     * @param queue the queue
     * @return the message
     */
    public TaskMessage inQueue(String queue) {
        String own = QueueKeys.of(queue()).prefix();
        String key = uniqueKey().startsWith(own) ? QueueKeys.of(queue).prefix() + uniqueKey().substring(own.length())
                : "";
        return new TaskMessage(wire.toBuilder().setQueue(queue).setUniqueKey(key).build());
    }

    /**
     * A builder of a changed message.
     *
     * @return a builder with the content of this message
     */
    public Builder toBuilder() {
        return new Builder(wire.toBuilder());
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
     * Whether another message is the same task as written by its producer, regardless of its attempts since then.
     *
     * @param other the other message
     * @return true if all fields that a producer sets are equal
     */
    public boolean sameTask(TaskMessage other) {
        return asProduced().equals(other.asProduced());
    }

    private io.github.asynqee.internal.protocol.wire.TaskMessage asProduced() {
        return wire.toBuilder().clearRetried().clearErrorMsg().clearLastFailedAt().clearCompletedAt().build();
    }

    /**
     * Converts the message to a snapshot of the task.
     *
     * @param state the task's state
     * @param nextProcessAt the time at which it runs next, {@code null} if unknown
     * @return the snapshot; an absent payload is an empty array
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
        return PrintableText.of("TaskMessage[" + queue() + "/" + id() + " " + type() + "]");
    }

    /** Builder of a message. */
    public static final class Builder {
        private final io.github.asynqee.internal.protocol.wire.TaskMessage.Builder wire;

        private Builder(String type, String id, String queue) {
            this.wire = io.github.asynqee.internal.protocol.wire.TaskMessage.newBuilder()
                    .setType(Objects.requireNonNull(type))
                    .setId(Objects.requireNonNull(id)).setQueue(Objects.requireNonNull(queue));
        }

        private Builder(io.github.asynqee.internal.protocol.wire.TaskMessage.Builder wire) {
            this.wire = wire;
        }

        /**
         * Sets the type.
         *
         * @param type the task's type
         * @return this
         */
        public Builder type(String type) {
            wire.setType(type);
            return this;
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
         * Sets the maximum number of retries.
         *
         * @param times the number of retries
         * @return this
         */
        public Builder maxRetry(int times) {
            wire.setRetry(times);
            return this;
        }

        /**
         * Sets the number of retries so far.
         *
         * @param times the number of retries
         * @return this
         */
        public Builder retried(int times) {
            wire.setRetried(times);
            return this;
        }

        /**
         * Sets the maximum duration of one attempt.
         *
         * @param duration cut to whole seconds; zero if not limited
         * @return this
         */
        public Builder timeout(Duration duration) {
            wire.setTimeout(wholeSeconds(duration));
            return this;
        }

        /**
         * Sets the time by which the last attempt must end.
         *
         * @param instant cut to whole seconds; {@code null} if not limited
         * @return this
         */
        public Builder deadline(Instant instant) {
            wire.setDeadline(instant == null ? 0 : instant.getEpochSecond());
            return this;
        }

        /**
         * Sets the key of the uniqueness lock.
         *
         * @param key the key, empty if none
         * @return this
         */
        public Builder uniqueKey(String key) {
            wire.setUniqueKey(key);
            return this;
        }

        /**
         * Sets the time for which the task is kept after success.
         *
         * @param duration cut to whole seconds; zero if it is deleted
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

        /**
         * Replaces the headers.
         *
         * @param all name to value
         * @return this
         */
        public Builder onlyHeaders(Map<String, String> all) {
            wire.clearHeaders().putAllHeaders(all);
            return this;
        }

        /** Whole seconds, rounded towards zero as in Go. */
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
