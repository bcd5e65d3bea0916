package io.github.asynqee.testkit.worker;

import io.github.asynqee.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to run a task.
 *
 * @param task the task after the attempt, with the time of its next run
 * @param outcome the outcome of the attempt
 * @param error the exception thrown by the handler, {@code null} without an exception
 */
public record TaskRun(TaskInfo task, Outcome outcome, @Nullable Throwable error) {

    /** Outcome of an attempt. */
    public enum Outcome {
        /** The handler has returned. For a group, this applies to all its tasks. */
        COMPLETED,
        /** The attempt failed. The task will run again at {@link TaskInfo#nextProcessAt()}. */
        RETRIED,
        /** The attempt failed, and the task was archived. */
        ARCHIVED,
        /** The task was revoked, and was deleted. */
        REVOKED
    }

    /** One line: type, ID, outcome and error. */
    @Override
    public String toString() {
        return task.type() + " \"" + task.id() + "\" " + outcome + (error == null ? "" : " (" + error + ")");
    }
}
