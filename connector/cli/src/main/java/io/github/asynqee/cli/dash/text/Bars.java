package io.github.asynqee.cli.dash.text;

import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.QueueInfo;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** The tasks of a queue as a bar of its states. */
public final class Bars {

    /** All states in display order. */
    public static final List<TaskState> STATES = List.of(TaskState.ACTIVE, TaskState.PENDING, TaskState.AGGREGATING,
            TaskState.SCHEDULED, TaskState.RETRY, TaskState.ARCHIVED, TaskState.COMPLETED);

    private Bars() {}

    public static int count(QueueInfo queue, TaskState state) {
        return switch (state) {
            case ACTIVE -> queue.active();
            case PENDING -> queue.pending();
            case AGGREGATING -> queue.aggregating();
            case SCHEDULED -> queue.scheduled();
            case RETRY -> queue.retry();
            case ARCHIVED -> queue.archived();
            case COMPLETED -> queue.completed();
        };
    }

    /**
     * Returns a bar with a length proportional to the size of the queue. A state with tasks gets at least one cell if
     * it fits.
     *
     * @param largest the size of the largest queue, which takes the full width
     */
    public static AttributedString bar(QueueInfo queue, int largest, int width, Theme theme) {
        AttributedStringBuilder bar = new AttributedStringBuilder();
        int used = 0;
        long before = 0;
        for (TaskState state : STATES) {
            int count = count(queue, state);
            before += count;
            int end = (int) Math.min(width, Math.round((double) before * width / Math.max(1, largest)));
            int cells = Math.min(width - used, Math.max(end - used, count > 0 ? 1 : 0));
            bar.append(String.valueOf(theme.block(state)).repeat(cells), theme.style(state));
            used += cells;
        }
        return bar.toAttributedString();
    }

    /** Returns the legend: the states with their colours or letters. */
    public static AttributedString legend(Theme theme, int width) {
        AttributedStringBuilder legend = new AttributedStringBuilder().append(" ");
        for (TaskState state : STATES) {
            legend.append(String.valueOf(theme.block(state)), theme.style(state)).append(' ')
                    .append(state.wireName(), theme.style(Theme.Role.DIM)).append(width >= 90 ? "  " : " ");
        }
        return legend.toAttributedString();
    }
}
