package io.github.asynqee.cli.dash;

import io.github.asynqee.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * The current location in the dashboard: a list, or the details of a row.
 *
 * @param tab the view
 * @param queue the queue of the tasks shown, empty in other views
 * @param state the state of the tasks shown
 * @param group the group of the tasks shown, {@code null} for a list of groups or for tasks in another state
 * @param page the page of the tasks, from 1
 * @param detail the key of the row shown in detail, {@code null} for the list
 */
record Location(Tab tab, String queue, TaskState state, @Nullable String group, int page, @Nullable String detail) {

    /** The views in the order of their number keys, starting with 1. */
    enum Tab {
        QUEUES("Queues"), TASKS("Tasks"), SERVERS("Servers"), CRON("Cron"), FINDINGS("Findings");

        private final String title;

        Tab(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        Tab next(int step) {
            return values()[Math.floorMod(ordinal() + step, values().length)];
        }
    }

    static Location of(Tab tab) {
        return new Location(tab, "", TaskState.ACTIVE, null, 1, null);
    }

    static Location tasks(String queue, TaskState state) {
        return new Location(Tab.TASKS, queue, state, null, 1, null);
    }

    Location withState(TaskState other) {
        return tasks(queue, other);
    }

    Location withGroup(@Nullable String name) {
        return new Location(tab, queue, state, name, 1, null);
    }

    Location withPage(int number) {
        return new Location(tab, queue, state, group, number, null);
    }

    Location withDetail(@Nullable String key) {
        return new Location(tab, queue, state, group, page, key);
    }

    boolean isDetail() {
        return detail != null;
    }

    boolean isListOfGroups() {
        return tab == Tab.TASKS && state == TaskState.AGGREGATING && group == null;
    }
}
