package io.github.asynqee.inspect;

/**
 * A member of a batch that has not ended or is archived.
 *
 * @param queue its queue, or its shard of the queue
 * @param id its ID
 * @param isBatch whether the member is a batch instead of a task
 * @param state the state of the task, as in Redis; {@code batch} for a batch; {@code gone} if the task does not exist
 */
public record BatchMember(String queue, String id, boolean isBatch, String state) {}
