package io.github.asynqee.console.view;

import java.util.List;

import io.github.asynqee.console.json.Member;

/**
 * Failed tasks by error.
 *
 * @param items the errors that occurred last come first
 * @param examined the number of tasks that were read: the latest ones of each queue
 * @param total the number of all failed tasks of these queues
 * @param complete whether these were all
 */
public record ErrorView(@Member(maxItems = 500) List<ErrorRow> items, long examined, long total,
        boolean complete) {}
