package io.github.asynqee.console.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.TaskState;

/**
 * The possible actions on a task in each state. {@code unlock} also requires that the task holds its unique lock, and
 * {@code restore} that the console archived it.
 */
public final class TaskActions {

    private static final String DELETE = "delete";

    private TaskActions() {}

    /** The actions of each state, by the name of the state in JSON. */
    public static Map<String, List<String>> byState() {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        Arrays.stream(TaskState.values())
                .forEach(state -> actions.put(state.name().toLowerCase(Locale.ROOT), of(state, true, true)));
        return actions;
    }

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
            actions.add(DELETE);
        }
        return actions;
    }

    private static List<String> ofOperator(TaskState state) {
        return switch (state) {
            case ACTIVE -> List.of("cancel", "unlock", "clone");
            case PENDING -> List.of("archive", "reschedule", "edit", "clone", "move", "unlock");
            case ARCHIVED -> List.of("run", "restore", "reschedule", "edit", "clone", "move", "unlock");
            case SCHEDULED, RETRY, COMPLETED, AGGREGATING ->
                List.of("run", "archive", "reschedule", "edit", "clone", "move", "unlock");
        };
    }
}
