package io.github.asynqee.cli.dash;

import java.util.function.Consumer;

import io.github.asynqee.inspect.Inspector;

/**
 * A change that the user must confirm.
 *
 * @param question the question to confirm
 * @param done the message for the status line after the change
 * @param change performs the change
 */
record Action(String question, String done, Consumer<Inspector> change) {

    static Action pause(String queue, boolean paused) {
        return paused
                ? new Action("Unpause queue \"" + queue + "\"?", "Queue \"" + queue + "\" is no longer paused",
                        inspector -> inspector.queues().unpause(queue))
                : new Action("Pause queue \"" + queue + "\"?", "Queue \"" + queue + "\" is paused",
                        inspector -> inspector.queues().pause(queue));
    }

    static Action run(String queue, String id) {
        return new Action("Run task " + id + " now?", "Task " + id + " is pending",
                inspector -> inspector.changes().run(queue, id));
    }

    static Action archive(String queue, String id) {
        return new Action("Archive task " + id + "?", "Task " + id + " is archived",
                inspector -> inspector.changes().archive(queue, id));
    }

    static Action delete(String queue, String id) {
        return new Action("Delete task " + id + "?", "Task " + id + " is deleted",
                inspector -> inspector.changes().delete(queue, id));
    }

    static Action cancel(String id) {
        return new Action("Cancel task " + id + "?", "Cancellation of task " + id + " is requested",
                inspector -> inspector.changes().cancel(id));
    }
}
