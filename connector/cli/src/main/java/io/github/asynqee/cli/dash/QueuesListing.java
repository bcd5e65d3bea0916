package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.cli.dash.text.Bars;
import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid.Column;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.SafeText;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.inspect.QueueInfo;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** All queues with their counters; bars beside them, or below them if the terminal is narrow. */
final class QueuesListing implements Listing {

    private static final int COLUMNS_BEFORE_BAR = 96;
    private static final int MAX_BAR = 80;
    private static final int MAX_NAME = 24;

    @Override
    public List<Column> columns(Location place, Frame frame) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("Queue", 8), Column.fixed("State"),
                Column.number("Size"), Column.number("Latency"), Column.number("Memory"), Column.number("Processed"),
                Column.number("Failed"), Column.number("Error rate")));
        if (frame.isWide()) {
            columns.add(Column.bar("Tasks by state"));
        }
        return columns;
    }

    @Override
    public List<Row> rows(Location place, Data data, Frame frame) {
        Data.Queues queues = (Data.Queues) data;
        int largest = queues.queues().stream().mapToInt(QueueInfo::size).max().orElse(0);
        return Stream.concat(queues.queues().stream().map(queue -> row(queue, largest, frame)),
                queues.unreadable().stream().map(name -> unreadable(name, columns(place, frame).size(), frame.theme())))
                .sorted(Comparator.comparing(Row::key)).toList();
    }

    /** Shows an error instead of the number of tasks. */
    private static Row unreadable(String name, int columns, Theme theme) {
        List<AttributedString> cells = new ArrayList<>(Collections.nCopies(columns, AttributedString.EMPTY));
        cells.set(0, theme.text(name, Role.NORMAL));
        cells.set(1, theme.text("unreadable", Role.BAD));
        return new Row(name, name, cells);
    }

    private static Row row(QueueInfo queue, int largest, Frame frame) {
        Theme theme = frame.theme();
        List<AttributedString> cells = new ArrayList<>(List.of(theme.text(queue.queue(), Role.NORMAL),
                queue.paused() ? theme.text("paused", Role.WARNING) : theme.text("run", Role.GOOD),
                theme.text(Formats.number(queue.size()), Role.NORMAL),
                theme.text(queue.pending() == 0 ? "-" : Formats.duration(queue.latency()), Role.NORMAL),
                theme.text(Formats.bytes(queue.memoryUsage()), Role.NORMAL),
                theme.text(Formats.number(queue.processed()), Role.NORMAL),
                theme.text(Formats.number(queue.failed()), Role.NORMAL),
                theme.text(Formats.percent(queue.failed(), queue.processed()),
                        queue.failed() > 0 ? Role.BAD : Role.NORMAL)));
        if (frame.isWide()) {
            cells.add(Bars.bar(queue, largest, Math.min(MAX_BAR, frame.width() - COLUMNS_BEFORE_BAR), theme));
        }
        return new Row(queue.queue(), queue.queue(), cells);
    }

    @Override
    public String empty(Location place) {
        return "No queues. Redis creates a queue with its first task.";
    }

    @Override
    public List<AttributedString> below(Data data, String selected, int room, Frame frame) {
        List<QueueInfo> queues = ((Data.Queues) data).queues();
        if (queues.isEmpty() || room < 2) {
            return List.of();
        }
        List<AttributedString> lines = new ArrayList<>();
        if (!frame.isWide()) {
            int count = Math.max(0, Math.min(queues.size(), room - 3));
            int index = queues.stream().map(QueueInfo::queue).toList().indexOf(selected);
            int first = Math.max(0, Math.min(index - count / 2, queues.size() - count));
            lines.add(AttributedString.EMPTY);
            lines.addAll(bars(queues, queues.subList(first, first + count), frame));
        }
        lines.add(AttributedString.EMPTY);
        lines.add(Bars.legend(frame.theme(), frame.width()));
        return lines;
    }

    private static List<AttributedString> bars(List<QueueInfo> all, List<QueueInfo> shown, Frame frame) {
        int largest = all.stream().mapToInt(QueueInfo::size).max().orElse(0);
        int name = Math.min(MAX_NAME, shown.stream()
                .mapToInt(queue -> SafeText.width(SafeText.of(queue.queue(), frame.theme().unicode()))).max()
                .orElse(0));
        int width = frame.width() - name - 12;
        return shown.stream()
                .map(queue -> new AttributedStringBuilder().append(" ")
                        .append(frame.theme().fit(frame.theme().text(queue.queue(), Role.NORMAL), name, false))
                        .append("  ").append(Bars.bar(queue, largest, width, frame.theme())).append(" ")
                        .append(Formats.shortNumber(queue.size()), frame.theme().style(Role.DIM)).toAttributedString())
                .toList();
    }
}
