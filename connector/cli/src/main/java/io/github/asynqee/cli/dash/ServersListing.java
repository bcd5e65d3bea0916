package io.github.asynqee.cli.dash;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Grid.Column;
import io.github.asynqee.cli.dash.text.Grid.Row;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.inspect.ServerDetails;

/** The running servers. */
final class ServersListing implements Listing {

    @Override
    public List<Column> columns(Location place, Frame frame) {
        return List.of(Column.text("Host", 8), Column.number("PID"), Column.fixed("State"), Column.number("Active"),
                Column.fixed("Started"), Column.text("Queues", 10));
    }

    @Override
    public List<Row> rows(Location place, Data data, Frame frame) {
        return ((Data.Servers) data).servers().stream().map(server -> row(server, frame)).toList();
    }

    private static Row row(ServerDetails server, Frame frame) {
        Theme theme = frame.theme();
        return new Row(server.id(), server.host() + " " + server.queues().keySet(), List.of(
                theme.text(server.host(), Role.NORMAL),
                theme.text(Integer.toString(server.pid()), Role.NORMAL),
                theme.text(server.status(), server.status().equals("active") ? Role.GOOD : Role.WARNING),
                theme.text(server.activeWorkers().size() + "/" + server.concurrency(), Role.NORMAL),
                theme.text(Formats.ago(server.startedAt(), frame.now()), Role.NORMAL),
                theme.text(queues(server), Role.NORMAL)));
    }

    /** Formats the queues, highest priority first. */
    static String queues(ServerDetails server) {
        return server.queues().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(queue -> queue.getKey() + ":" + queue.getValue()).collect(Collectors.joining(" "));
    }

    @Override
    public String empty(Location place) {
        return "No server is running: pending tasks wait until one starts.";
    }
}
