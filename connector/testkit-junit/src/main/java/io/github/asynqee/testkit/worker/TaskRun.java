package io.github.asynqee.testkit.worker;

import io.github.asynqee.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to run a task.
 *
 * @param task the task after the attempt, with the time at which it runs next
 * @param outcome how the attempt ended
 * @param error what the handler has thrown, {@code null} if nothing
 */
public record TaskRun(TaskInfo task, Outcome outcome, @Nullable Throwable error) {

    /** How an attempt ended. */
    public enum Outcome {
        /** The handler has returned, of a group for all of its tasks. */
        COMPLETED,
        /** It failed, and is to run again at {@link TaskInfo#nextProcessAt()}. */
        RETRIED,
        /** It failed for good, and is kept as archived. */
        ARCHIVED,
        /** It is not wanted any more, and was deleted. */
        REVOKED
    }

    /** One line: type, ID, outcome and error. */
    @Override
    public String toString() {
        return task.type() + " \"" + task.id() + "\" " + outcome + (error == null ? "" : " (" + error + ")");
    }
}
