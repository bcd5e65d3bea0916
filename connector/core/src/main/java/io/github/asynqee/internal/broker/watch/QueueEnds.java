package io.github.asynqee.internal.broker.watch;

/**
 * The IDs at the two ends of a pending list.
 *
 * @param newest the ID of the task at its tail, which was enqueued last, {@code null} if the list is empty
 * @param oldest the ID of the task at its head, {@code null} if the list is empty
 */
public record QueueEnds(String newest, String oldest) {

    /** The ends of an empty list. */
    public static final QueueEnds EMPTY = new QueueEnds(null, null);
}
