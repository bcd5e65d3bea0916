package io.github.asynqee.internal.protocol;

import java.util.Map;
import java.util.Optional;

import io.github.asynqee.Batch;

/**
 * The membership of a task in a batch, as stored in the task's headers.
 *
 * @param batch the batch
 * @param place the task
 * @param stamp when the member was added, Unix milliseconds; distinguishes it from an earlier member with the same ID
 */
public record BatchMember(BatchName batch, Place place, long stamp) {

    /** Header with the stamp. */
    public static final String STAMP = "batch-stamp";

    /**
     * A batch.
     *
     * @param queue the queue, or the shard, in whose slot its state is
     * @param id its ID, unique in the queue
     */
    public record BatchName(String queue, String id) {}

    /**
     * Where a member is.
     *
     * @param queue its queue, or a shard of this queue
     * @param id its ID
     * @param isBatch whether it is a batch itself, instead of a task
     */
    public record Place(String queue, String id, boolean isBatch) {

        private static final String BATCH = "b";

        /** The place of a task. */
        public Place(String queue, String id) {
            this(queue, id, false);
        }

        /** The place of a batch. */
        public Place(BatchName batch) {
            this(batch.queue(), batch.id(), true);
        }

        /**
         * The place as it is stored in the sets of a batch.
         *
         * @return the length of the queue's name, a colon, the queue's name and the ID; the text of a batch begins with
         *        "b"
         */
        public String text() {
            return (isBatch ? BATCH : "") + queue.length() + ":" + queue + id;
        }

        /** @return the batch, if the member is a batch */
        public BatchName batch() {
            return new BatchName(queue, id);
        }

        /**
         * Reads a text.
         *
         * @param text the text
         * @return the place; empty if the text is not a place
         */
        public static Optional<Place> of(String text) {
            boolean batch = text.startsWith(BATCH);
            int colon = text.indexOf(':');
            try {
                int end = colon + 1 + Integer.parseInt(text.substring(batch ? 1 : 0, Math.max(colon, 0)));
                return Optional.of(new Place(text.substring(colon + 1, end), text.substring(end), batch));
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * Reads the membership of a task.
     *
     * @param message the task
     * @return the membership; empty if the task is not in a batch
     */
    public static Optional<BatchMember> of(TaskMessage message) {
        Map<String, String> headers = message.headers();
        String batch = headers.get(Batch.ID_HEADER);
        String queue = headers.get(Batch.QUEUE_HEADER);
        if (batch == null || queue == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BatchMember(new BatchName(QueueName.require(queue), batch),
                    new Place(message.queue(), message.id()), Long.parseLong(headers.getOrDefault(STAMP, ""))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** @return the headers of the task */
    public Map<String, String> headers() {
        return Map.of(Batch.ID_HEADER, batch.id(), Batch.QUEUE_HEADER, batch.queue(), STAMP, Long.toString(stamp));
    }
}
