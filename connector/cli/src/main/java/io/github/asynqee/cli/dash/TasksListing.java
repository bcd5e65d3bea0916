package io.github.asynqee.cli.dash;

import java.util.List;
import java.util.Locale;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.dash.text.Bars;
import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid.Column;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.cli.shared.Reasons;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Waiting;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** The tasks of a queue in one state, or its groups; above them the queue and its states. */
final class TasksListing implements Listing {

    /** Number of lines around the rows: the queue, the states, their counts, why tasks wait, the heading. */
    static final int LINES_AROUND = 5;

    /** Maximum number of characters of a payload or error in a list. */
    private static final int MAX_TEXT = 300;

    @Override
    public List<Column> columns(Location place, Frame frame) {
        Column id = Column.text("ID", 8);
        Column type = Column.text("Type", 8);
        Column payload = Column.text("Payload", 10);
        List<Column> columns = switch (place.state()) {
            case ACTIVE -> List.of(id, type, Column.fixed("Retried"), Column.fixed("Progress"), payload);
            case PENDING -> List.of(id, type, Column.fixed("Retried"), payload);
            case SCHEDULED -> List.of(id, type, Column.fixed("Runs"), payload);
            case RETRY -> List.of(id, type, Column.fixed("Next retry"), Column.fixed("Retried"),
                    Column.text("Last error", 10), payload);
            case ARCHIVED -> List.of(id, type, Column.fixed("Last failed"), Column.fixed("Retried"),
                    Column.text("Last error", 10), payload);
            case COMPLETED -> List.of(id, type, Column.fixed("Completed"), Column.text("Result", 8), payload);
            case AGGREGATING -> place.isListOfGroups() ? List.of(Column.text("Group", 8), Column.number("Tasks"))
                    : List.of(id, type, payload);
        };
        boolean crowded = columns.size() == 6 && !frame.isWide();
        return crowded ? columns.subList(0, 5) : columns;
    }

    @Override
    public List<Row> rows(Location place, Data data, Frame frame) {
        Data.Tasks tasks = (Data.Tasks) data;
        return place.isListOfGroups() ? tasks.groups().stream().map(group -> row(group, frame.theme())).toList()
                : tasks.tasks().stream().map(task -> row(place.state(), task, frame)).toList();
    }

    private static Row row(GroupInfo group, Theme theme) {
        return new Row(group.group(), group.group(), List.of(theme.text(group.group(), Role.NORMAL),
                theme.text(Formats.number(group.size()), Role.NORMAL)));
    }

    private static Row row(TaskState state, InspectedTask task, Frame frame) {
        TaskInfo info = task.info();
        Theme theme = frame.theme();
        AttributedString id = theme.text(info.id(), Role.NORMAL);
        AttributedString type = theme.text(cut(info.type()), Role.NORMAL);
        AttributedString payload = theme.text(cut(frame.payload(info)), Role.DIM);
        AttributedString retried = theme.text(info.retried() + "/" + info.maxRetry(), Role.NORMAL);
        AttributedString next = theme.text(Formats.in(info.nextProcessAt(), frame.now()), Role.NORMAL);
        AttributedString error = theme.text(cut(info.lastError()), Role.BAD);
        List<AttributedString> cells = switch (state) {
            case ACTIVE -> List.of(id, type, retried, progress(task, theme), payload);
            case PENDING -> List.of(id, type, retried, payload);
            case SCHEDULED -> List.of(id, type, next, payload);
            case RETRY -> List.of(id, type, next, retried, error, payload);
            case ARCHIVED -> List.of(id, type, theme.text(Formats.ago(info.lastFailedAt(), frame.now()), Role.NORMAL),
                    retried, error, payload);
            case COMPLETED -> List.of(id, type,
                    theme.text(Formats.ago(info.completedAt(), frame.now()), Role.NORMAL),
                    theme.text(cut(Formats.payload(task.result())), Role.NORMAL), payload);
            case AGGREGATING -> List.of(id, type, payload);
        };
        return new Row(info.id(), info.id() + " " + info.type(), cells);
    }

    private static AttributedString progress(InspectedTask task, Theme theme) {
        if (task.orphaned()) {
            return theme.text("orphaned", Role.BAD);
        }
        return theme.text(task.progress() == null ? "-" : task.progress().percent() + "%", Role.NORMAL);
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }

    @Override
    public String empty(Location place) {
        if (place.isListOfGroups()) {
            return "No group of the queue has waiting tasks.";
        }
        return place.page() > 1 ? "No tasks on this page."
                : "No " + place.state().wireName().toLowerCase(Locale.ROOT) + " tasks.";
    }

    @Override
    public List<AttributedString> above(Location place, Data data, Frame frame) {
        QueueInfo queue = ((Data.Tasks) data).queue();
        List<Waiting> why = ((Data.Tasks) data).why();
        Theme theme = frame.theme();
        AttributedStringBuilder first = new AttributedStringBuilder().append(" Queue ", theme.style(Role.DIM))
                .append(theme.text(queue.queue(), Role.TITLE)).append("  ")
                .append(queue.paused() ? theme.text("paused", Role.WARNING) : theme.text("run", Role.GOOD));
        if (place.group() != null) {
            first.append("  Group ", theme.style(Role.DIM)).append(theme.text(place.group(), Role.TITLE));
        }
        AttributedStringBuilder states = new AttributedStringBuilder();
        AttributedStringBuilder counts = new AttributedStringBuilder();
        for (TaskState state : Bars.STATES) {
            int count = Bars.count(queue, state);
            int width = state.wireName().length();
            AttributedStyle style = state == place.state() ? theme.style(Role.SELECTED)
                    : count == 0 ? theme.style(Role.DIM) : theme.style(state);
            states.append(" " + state.wireName() + " ", style);
            counts.append(" " + " ".repeat(Math.max(0, width - Formats.shortNumber(count).length())), style)
                    .append(Formats.shortNumber(count), style)
                    .append(" ", style);
        }
        return List.of(first.toAttributedString(), states.toAttributedString(), counts.toAttributedString(),
                why.isEmpty() ? AttributedString.EMPTY
                        : theme.text(" " + Reasons.sentence(why.get(0)), Role.NORMAL));
    }
}
