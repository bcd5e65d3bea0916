package io.github.asynqee.internal.inspect.repair;

import java.util.Locale;

/** The kinds of damage, with the texts of reports. */
enum Damage {
    ID_WITHOUT_TASK("there is no task with this ID, which is in: %s", "the ID is removed"),
    TASK_WITHOUT_MESSAGE("the task has no message and cannot run", "the rest of it is deleted"),
    ID_IN_TWO_COLLECTIONS("the task is %2$s, but its ID is also in other collections: %1$s",
            "the ID is removed from the others"),
    WRONG_STATE("the state of the task is \"%2$s\", but its ID is in: %1$s", "the state is set to match"),
    AMBIGUOUS_STATE("the state of the task is \"%2$s\", but its ID is in: %1$s", "the task is archived"),
    TASK_WITHOUT_COLLECTION("the task is %2$s, but its ID is not in a list or set, so nothing runs or deletes it",
            "the task is archived"),
    ACTIVE_WITHOUT_LEASE("the task is active without a lease: it is never recovered",
            "it gets a lease, and is recovered when that has expired"),
    LEASE_WITHOUT_ACTIVE("the task has a lease, but is not in the list of active tasks: its outcome cannot be written",
            "it is added to the list"),
    UNREADABLE_MESSAGE("the message of the active task cannot be decoded, so Go servers do not recover any task",
            "the task is archived; its payload is the message"),
    QUEUE_NOT_REGISTERED("the queue has tasks, but is not registered: tools do not list it", "it is registered"),
    EMPTY_GROUP("the group is listed, but has no tasks", "it is no longer listed"),
    GROUP_NOT_LISTED("the group has tasks, but is not listed: it is never aggregated", "it is listed"),
    SET_NOT_LISTED("the staged set of a group is not listed: its tasks are never handled",
            "it is listed as overdue: its tasks return to the group"),
    LOCK_WITHOUT_TASK("a task that no longer exists holds the unique lock", "it is released"),
    LEFT_IN_LINE("limit keys that no server checks have entries without a blocked task: %s",
            "they are removed");

    private final String found;
    private final String repair;

    Damage(String found, String repair) {
        this.found = found;
        this.repair = repair;
    }

    static Damage of(String code) {
        return valueOf(code.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Describes the damage, with the collections and the state of the task. */
    String found(String places, String state) {
        return String.format(Locale.ROOT, found, places, state);
    }

    /** Describes the repair of a task in a state. */
    String repair(String state) {
        return this == TASK_WITHOUT_COLLECTION && state.equals("completed")
                ? "it is kept until the end of its retention" : repair;
    }
}
