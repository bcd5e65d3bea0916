package io.github.asynqee.console.view;

import java.util.List;
import java.util.Map;

/**
 * A part of the result of a search.
 *
 * @param next the cursor of the next part, {@code null} at the end
 * @param examined the number of tasks that were read for this part
 * @param counts all tasks of the queues searched in, by state, whether or not they match; from the last reading of the queues,
 *        {@code null} except in the first part
 * @param complete whether everything was searched
 */
public record SearchResult(List<TaskRow> items, String next, long examined, boolean complete,
        Map<String, Long> counts) {}
