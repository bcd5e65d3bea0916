package io.github.asynqee.cli.dash;

import java.util.List;

import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid.Column;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.inspect.SchedulerEntryDetails;

/** The scheduler entries of all running schedulers. */
final class CronListing implements Listing {

    @Override
    public List<Column> columns(Location place, Frame frame) {
        List<Column> columns = List.of(Column.text("Spec", 10), Column.text("Type", 10), Column.fixed("Next"),
                Column.fixed("Previous"), Column.text("Options", 8), Column.text("ID", 8));
        return frame.isWide() ? columns : columns.subList(0, 5);
    }

    @Override
    public List<Row> rows(Location place, Data data, Frame frame) {
        return ((Data.Cron) data).entries().stream().map(entry -> row(entry, frame)).toList();
    }

    private static Row row(SchedulerEntryDetails entry, Frame frame) {
        Theme theme = frame.theme();
        return new Row(entry.id(), entry.spec() + " " + entry.taskType(), List.of(
                theme.text(entry.spec(), Role.NORMAL),
                theme.text(entry.taskType(), Role.NORMAL),
                theme.text(Formats.in(entry.next(), frame.now()), Role.NORMAL),
                theme.text(entry.previous() == null ? "-" : Formats.ago(entry.previous(), frame.now()), Role.NORMAL),
                theme.text(String.join(" ", entry.options()), Role.DIM),
                theme.text(entry.id(), Role.DIM)));
    }

    @Override
    public String empty(Location place) {
        return "No scheduler entries.";
    }
}
