package io.github.asynqee.inspect;

/**
 * A step of the deletion of a batch.
 *
 * @param deleted how many members it has taken from the batch, because they are deleted or were gone
 * @param left how many members are in the batch after it
 * @param running how many of those that it has visited were running and are cancelled, or are just being stored
 * @param complete whether all members were visited: with none that is running the batch is gone. Otherwise the next step continues
 */
public record BatchDeletion(long deleted, long left, long running, boolean complete) {}
