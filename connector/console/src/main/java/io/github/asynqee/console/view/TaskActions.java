package io.github.asynqee.console.view;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;

/** What can be done with a task in each state. */
public final class TaskActions {

    private TaskActions() {}

    /**
     * The actions that a state allows.
     *
     * @param operator whether the user may change tasks
     * @param admin whether the user may delete tasks
     */
    public static List<String> of(TaskState state, boolean operator, boolean admin) {
        List<String> actions = new ArrayList<>();
        if (operator) {
            actions.addAll(ofOperator(state));
        }
        if (admin && state != TaskState.ACTIVE) {
            actions.add("delete");
        }
        return actions;
    }

    private static List<String> ofOperator(TaskState state) {
        return switch (state) {
            case ACTIVE -> List.of("cancel", "unlock", "clone");
            case PENDING -> List.of("archive", "reschedule", "edit", "clone", "move", "unlock");
            case ARCHIVED -> List.of("run", "reschedule", "edit", "clone", "move", "unlock");
            case SCHEDULED, RETRY, COMPLETED, AGGREGATING ->
                List.of("run", "archive", "reschedule", "edit", "clone", "move", "unlock");
        };
    }
}
