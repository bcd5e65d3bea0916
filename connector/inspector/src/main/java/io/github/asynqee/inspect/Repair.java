package io.github.asynqee.inspect;

/**
 * Damaged state that {@link Health#repair} found.
 *
 * @param code names the kind of damage, for example {@code id-without-task}; does not change between versions
 * @param queue the queue
 * @param id the ID of the task; the name of the group or the key of the staged set if the damage is one of these
 * @param message what is damaged, and the repair
 * @param applied whether it was repaired; false if it was only reported, or was no longer damaged when it was to be repaired
 */
public record Repair(String code, String queue, String id, String message, boolean applied) {}
