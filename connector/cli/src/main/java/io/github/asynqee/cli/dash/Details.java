package io.github.asynqee.cli.dash;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.dash.text.Formats;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.SafeText;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.cli.dash.text.Theme.Role;
import io.github.asynqee.cli.shared.Reasons;
import io.github.asynqee.inspect.ActiveTask;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.internal.inspect.periodic.SpecWords;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** The details of a row, as labels and values. Long values are wrapped. */
final class Details {

    private static final int LABEL = 16;
    /** Maximum number of characters shown of a value. */
    private static final int MAX_VALUE = 100_000;

    private final Frame frame;
    private final List<AttributedString> lines = new ArrayList<>();

    private Details(Frame frame) {
        this.frame = frame;
    }

    /** Returns all lines of the details at a place. */
    static List<AttributedString> of(Location place, Data data, Frame frame) {
        Details details = new Details(frame);
        if (data instanceof Data.OneTask one) {
            if (one.task() == null) {
                details.gone("task");
            } else {
                details.task(one.task(), one.why());
            }
        } else if (data instanceof Data.Servers servers) {
            servers.servers().stream().filter(server -> server.id().equals(place.detail())).findFirst()
                    .ifPresentOrElse(details::server, () -> details.gone("server"));
        } else if (data instanceof Data.Cron cron) {
            cron.entries().stream().filter(entry -> entry.id().equals(place.detail())).findFirst()
                    .ifPresentOrElse(entry -> details.entry(entry, cron), () -> details.gone("entry"));
        } else if (data instanceof Data.Findings findings) {
            findings.findings().stream().filter(finding -> FindingsListing.key(finding).equals(place.detail()))
                    .findFirst().ifPresentOrElse(details::finding, () -> details.gone("finding"));
        }
        return details.lines;
    }

    private void gone(String what) {
        lines.add(frame.theme().text(" The " + what + " no longer exists.", Role.WARNING));
    }

    private void task(InspectedTask task, List<Waiting> why) {
        TaskInfo info = task.info();
        Theme theme = frame.theme();
        add("ID", info.id());
        add("Queue", info.queue());
        add("Type", info.type());
        add("State", info.state().wireName() + (task.orphaned() ? " (orphaned: its server died)" : ""),
                task.orphaned() ? theme.style(Role.BAD) : theme.style(info.state()));
        for (Waiting waiting : why) {
            add("Why", Reasons.sentence(waiting) + (waiting.advice().isEmpty() ? "" : "\nNext step: "
                    + waiting.advice()));
        }
        add("Retried", info.retried() + " of " + info.maxRetry()
                + (task.recoveries() > 0 ? ", recovered " + task.recoveries() + " times" : ""));
        optional("Group", info.group());
        optional("Waits for", task.waitsFor() == null ? "" : "limit " + task.waitsFor());
        optional("Runs next", time(info.nextProcessAt()));
        optional("Completed", time(info.completedAt()));
        optional("Timeout", duration(info.timeout()));
        optional("Deadline", time(info.deadline()));
        optional("Retention", duration(info.retention()));
        if (task.progress() != null) {
            add("Progress", task.progress().percent() + "% " + task.progress().note());
        }
        info.headers().forEach((name, value) -> add("Header", name + ": " + value));
        blank();
        add("Payload", json(frame.payload(info)));
        if (task.result() != null) {
            blank();
            add("Result", json(Formats.payload(task.result())));
        }
        if (!info.lastError().isEmpty()) {
            blank();
            add("Last failed", time(info.lastFailedAt()));
            add("Last error", info.lastError(), theme.style(Role.BAD));
        }
    }

    private void optional(String label, String value) {
        if (!value.isEmpty()) {
            add(label, value);
        }
    }

    private static String duration(Duration duration) {
        return duration == null || duration.isZero() ? "" : Formats.duration(duration);
    }

    private void server(ServerDetails server) {
        add("Host", server.host());
        add("PID", Integer.toString(server.pid()));
        add("ID", server.id());
        add("State", server.status());
        add("Started", time(server.startedAt()));
        add("Queues", ServersListing.queues(server) + (server.strictPriority() ? " (strict priority)" : ""));
        add("Active tasks", server.activeWorkers().size() + " of " + server.concurrency());
        for (ActiveTask task : server.activeWorkers()) {
            blank();
            add("Task", task.taskId());
            add("Queue, type", task.queue() + ", " + task.type());
            add("Running for", Formats.ago(task.startedAt(), frame.now()).replace(" ago", ""));
            add("Payload", Formats.payload(task.payload()));
        }
    }

    private void entry(SchedulerEntryDetails entry, Data.Cron cron) {
        add("Spec", entry.spec());
        add("In words", SpecWords.of(entry.spec()));
        add("Type", entry.taskType());
        add("ID", entry.id());
        add("Options", String.join(" ", entry.options()));
        add("Next", time(entry.next()));
        add("Previous", time(entry.previous()));
        add("Payload", json(Formats.payload(entry.payload())));
        blank();
        if (!cron.events().isEmpty()) {
            lines.add(frame.theme().text(" Latest tasks", Role.HEADER));
        }
        cron.events().forEach(event -> lines.add(frame.theme().text(" "
                + Formats.dateTime(event.enqueuedAt(), frame.zone()) + "  " + event.taskId(), Role.NORMAL)));
    }

    private void finding(Finding finding) {
        add("Severity", finding.severity().name(), frame.theme().style(FindingsListing.role(finding.severity())));
        add("Code", finding.code());
        add("Queue", finding.queue());
        add("Finding", finding.message());
        add("What to do", finding.advice());
    }

    void blank() {
        lines.add(AttributedString.EMPTY);
    }

    void add(String label, @Nullable String value) {
        add(label, value, frame.theme().style(Role.NORMAL));
    }

    /** Adds a value, keeping its line breaks. Shows a dash for an empty value. */
    void add(String label, @Nullable String value, AttributedStyle style) {
        String text = value == null || value.isEmpty() ? "-" : value;
        String shown = text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE);
        boolean first = true;
        for (String line : shown.split("\r?\n", -1)) {
            for (AttributedString part : wrapped(frame.theme().text(line.replace("\t", "    "), style))) {
                AttributedString start = frame.theme().fit(frame.theme().text(first ? label : "", Role.HEADER), LABEL,
                        false);
                lines.add(new AttributedStringBuilder().append(" ").append(start).append(part).toAttributedString());
                first = false;
            }
        }
        if (text.length() > MAX_VALUE) {
            add("", "(" + Formats.number(text.length() - MAX_VALUE) + " more characters)",
                    frame.theme().style(Role.DIM));
        }
    }

    private List<AttributedString> wrapped(AttributedString text) {
        int room = Math.max(10, frame.width() - LABEL - 2);
        List<AttributedString> parts = new ArrayList<>();
        int start = 0;
        int columns = 0;
        for (int i = 0; i < text.length();) {
            int c = text.codePointAt(i);
            int width = SafeText.width(Character.toString(c));
            if (columns + width > room) {
                parts.add(text.subSequence(start, i));
                start = i;
                columns = 0;
            }
            columns += width;
            i += Character.charCount(c);
        }
        parts.add(text.subSequence(start, text.length()));
        return parts;
    }

    /** Formats a time and its distance from now; empty for {@code null}. */
    String time(@Nullable Instant time) {
        if (time == null) {
            return "";
        }
        String distance = time.isAfter(frame.now()) ? Formats.in(time, frame.now()) : Formats.ago(time, frame.now());
        return Formats.dateTime(time, frame.zone()) + " (" + distance + ")";
    }

    /** Pretty-prints JSON; returns other text unchanged. */
    static String json(String text) {
        if (text.length() > MAX_VALUE || !text.startsWith("{") && !text.startsWith("[")) {
            return text;
        }
        try {
            return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create()
                    .toJson(JsonParser.parseString(text));
        } catch (JsonParseException e) {
            return text;
        }
    }
}
