package io.github.asynqee.internal.broker;

/**
 * Decides in Redis which tasks of a channel may start. The engine passes the rule of a channel to the dequeue, and the
 * note of the dequeue to the settlement of the task. Only the feature that made the rule knows the content of rule and
 * note.
 */
public interface AdmissionRule {

    /** The note about a task that was dequeued under a rule. */
    interface Admitted {

        /** @return whether the task may stop others from starting, see {@link Outcome.Requeue#closed} */
        boolean mayStopOthers();
    }
}
