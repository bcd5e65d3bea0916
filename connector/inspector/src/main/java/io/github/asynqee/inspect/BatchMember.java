package io.github.asynqee.inspect;

/**
 * A member of a batch that has not ended, or is archived.
 *
 * @param queue its queue, or the shard of it
 * @param id its ID
 * @param isBatch whether it is a batch itself, instead of a task
 * @param state the state of the task, as in Redis; of a batch, {@code batch}; {@code gone} if it is not there
 */
public record BatchMember(String queue, String id, boolean isBatch, String state) {}
