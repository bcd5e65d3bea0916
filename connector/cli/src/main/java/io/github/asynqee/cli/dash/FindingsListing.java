package io.github.asynqee.cli.dash;

import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid.Column;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.jline.utils.AttributedString;

/** The findings. */
final class FindingsListing implements Listing {

    @Override
    public List<Column> columns(Location place, Frame frame) {
        List<Column> columns = List.of(Column.fixed("Severity"), Column.text("Queue", 8), Column.text("Finding", 20),
                Column.text("What to do", 12));
        return frame.isWide() ? columns : columns.subList(0, 3);
    }

    @Override
    public List<Row> rows(Location place, Data data, Frame frame) {
        return ((Data.Findings) data).findings().stream().map(finding -> row(finding, frame.theme())).toList();
    }

    private static Row row(Finding finding, Theme theme) {
        return new Row(key(finding), finding.code() + " " + finding.queue() + " " + finding.message(), List.of(
                theme.text(finding.severity().name(), role(finding.severity())),
                theme.text(finding.queue().isEmpty() ? "-" : finding.queue(), Role.NORMAL),
                theme.text(finding.message(), Role.NORMAL), theme.text(finding.advice(), Role.DIM)));
    }

    static String key(Finding finding) {
        return finding.code() + " " + finding.queue();
    }

    static Role role(Severity severity) {
        return switch (severity) {
            case ERROR -> Role.BAD;
            case WARNING -> Role.WARNING;
            case INFO -> Role.NORMAL;
        };
    }

    @Override
    public List<AttributedString> below(Data data, String selected, int room, Frame frame) {
        return frame.isWide() || room < 2 ? List.of()
                : ((Data.Findings) data).findings().stream().filter(finding -> key(finding).equals(selected))
                        .flatMap(finding -> Stream.of(AttributedString.EMPTY,
                                frame.theme().text(" " + finding.advice(), Role.DIM)))
                        .toList();
    }

    @Override
    public String empty(Location place) {
        return "No problems found.";
    }
}
