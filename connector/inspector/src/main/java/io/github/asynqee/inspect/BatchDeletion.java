package io.github.asynqee.inspect;

/**
 * The result of a step of the deletion of a batch.
 *
 * @param deleted number of members removed from the batch, because their tasks were deleted or did not exist
 * @param left number of members in the batch after the step
 * @param running number of visited members that could not be deleted: they are running and were cancelled, or are
 *        being stored
 * @param complete whether all members were visited. Then the batch is deleted if {@code running} is 0. If false, call
 *        the next step
 */
public record BatchDeletion(long deleted, long left, long running, boolean complete) {}
