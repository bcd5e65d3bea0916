package io.github.asynqee.internal.client;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;

/** Traces the enqueueing of tasks. Its methods throw nothing. */
@FunctionalInterface
public interface EnqueueTracer {

    /** Traces nothing. */
    EnqueueTracer NONE = task -> Sending.UNTRACED;

    /**
     * A task is about to be enqueued.
     *
     * @param task the task as the producer passed it; may be invalid or {@code null}
     * @return the trace of this task
     */
    Sending start(Task<?> task);

    /** The enqueueing of one task. */
    interface Sending {

        /** It is not traced. */
        Sending UNTRACED = new Sending() {
            @Override
            public Task<?> traced(Task<?> task) {
                return task;
            }

            @Override
            public void ended(TaskInfo stored, Throwable error) {
                // nothing to end
            }
        };

        /**
         * The task to be stored.
         *
         * @param task the task
         * @return the task with the headers by which its attempts continue the trace
         */
        Task<?> traced(Task<?> task);

        /**
         * The enqueueing has ended.
         *
         * @param stored the stored task; {@code null} if it failed
         * @param error why it failed; {@code null} if it is stored
         */
        void ended(TaskInfo stored, Throwable error);
    }
}
