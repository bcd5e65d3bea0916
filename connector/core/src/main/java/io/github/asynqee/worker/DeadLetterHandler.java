package io.github.asynqee.worker;

import java.util.concurrent.CompletionStage;

import io.github.asynqee.internal.protocol.TaskMessage;

/** Is told of tasks that have failed for good, before they are archived; a task may be told of more than once. */
@FunctionalInterface
public interface DeadLetterHandler {

    /**
     * A task has failed for good. It is archived when the stage has completed, however it has.
     *
     * @param task the task
     * @param error the text it is archived with
     * @return completes when the letter is where nothing can be lost
     */
    CompletionStage<?> send(TaskMessage task, String error);
}
