package io.github.asynqee.inspect;

/**
 * Damaged state that {@link Health#repair} found.
 *
 * @param code the kind of damage, for example {@code id-without-task}; stable across versions
 * @param queue the queue
 * @param id the ID of the task, the name of the group, or the key of the staged set
 * @param message the damage and the repair
 * @param applied whether it was repaired; false if it was only reported, or had disappeared before the repair
 */
public record Repair(String code, String queue, String id, String message, boolean applied) {}
