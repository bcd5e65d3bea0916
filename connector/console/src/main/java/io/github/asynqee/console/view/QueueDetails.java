package io.github.asynqee.console.view;

import java.util.List;

import io.github.asynqee.console.json.Inline;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.inspect.Finding;

/**
 * A queue on its own page.
 *
 * @param queue as in the list
 * @param history 30 days, today first
 * @param groupList the first groups by name
 * @param batches open batches, oldest first
 * @param findings the queue's findings
 * @param errors failed tasks by error
 * @param unreadable the names of lists that are empty because they could not be read; {@code null} if there are none
 */
public record QueueDetails(@Inline QueueRow queue, List<Day> history, @Member(maxItems = 500) List<Group> groupList,
        @Member(maxItems = 100) List<BatchRow> batches, List<Finding> findings, List<ErrorRow> errors,
        @Member(values = "history|groupList|batches|findings|errors") List<String> unreadable) {

    /** A group with waiting tasks. */
    public record Group(String name, long size) {}
}
