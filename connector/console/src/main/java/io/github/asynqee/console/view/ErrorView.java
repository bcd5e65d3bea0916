package io.github.asynqee.console.view;

import java.util.List;

/**
 * Failed tasks by error.
 *
 * @param examined the number of tasks that were read
 * @param complete whether these were all
 */
public record ErrorView(List<ErrorRow> items, long examined, boolean complete) {}
