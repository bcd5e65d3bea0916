package io.github.asynqee.cli.task;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Interruption;
import io.github.asynqee.cli.shared.ProgressBar;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Terminal;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that changes all tasks of a state or group that match a filter, in steps. Asks before destructive changes.
 */
abstract class BulkCommand extends InspectorCommand {

    /** Added to the description of commands that also work without a filter. */
    static final String WITH_FILTER = "Changes tasks in steps. With a filter option, it counts the tasks first. "
            + "Ctrl-C stops it and prints a cursor for --resume.";

    private static final int MAX_ARCHIVED = 9_999;

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
    private String queue;

    @Mixin
    private BulkOptions options;

    abstract BulkAction action();

    /** The states for which the command works without a filter. */
    abstract Set<TaskState> states();

    abstract TaskState state();

    /** The group, {@code null} if not given. */
    abstract @Nullable String group();

    /** The result for the summary, for example "archived". */
    abstract String done();

    /** Whether the command filters tasks, and therefore counts them first. */
    boolean choosesTasks() {
        return !options.isEmpty() || group() != null && state() != TaskState.AGGREGATING;
    }

    /**
     * Asks for confirmation before destructive changes.
     *
     * @param dropped maximum number of old archived tasks that the archive drops to make room
     */
    void confirm(String tasks, long dropped) {
        // only destructive commands override this
    }

    /**
     * Maximum number of archived tasks that the archive drops. Fewer for a queue with shards, each with its own
     * archive.
     */
    private long dropped(QueueInfo info, long tasks) {
        return action() == BulkAction.ARCHIVE && states().contains(state())
                ? Math.max(0, info.archived() + tasks - MAX_ARCHIVED) : 0;
    }

    /** Describes archiving when the archive overflows. */
    static String withDropped(String tasks, long dropped) {
        return "archive " + tasks + " and delete up to " + dropped
                + " of the oldest archived tasks, because the archive keeps "
                + MAX_ARCHIVED;
    }

    /** Number of tasks in the state, in all groups. */
    private int size(QueueInfo info) {
        return switch (state()) {
            case PENDING -> info.pending();
            case SCHEDULED -> info.scheduled();
            case RETRY -> info.retry();
            case AGGREGATING -> info.aggregating();
            default -> 0;
        };
    }

    final String collection() {
        return state().name().toLowerCase(Locale.ROOT) + " tasks of "
                + (group() == null ? "" : "group \"" + group() + "\" of ") + "queue \"" + queue + "\"";
    }

    /**
     * Counts the tasks, asks for confirmation and changes them. Uses the same filter for all steps, so that it
     * changes exactly the tasks that it showed. Returns true if all tasks were changed without failures.
     */
    @Override
    protected final boolean run(Inspector inspector) {
        options.check(spec());
        boolean chooses = choosesTasks();
        QueueInfo info = requireQueue(inspector);
        TaskFilter filter = options.toFilter(now()).inQueues(queue).inStates(state())
                .inGroup(group() == null ? "" : group());
        PrintWriter bars = isTerminal() ? spec().commandLine().getErr() : null;
        BulkRun run = new BulkRun(inspector.bulk(), action(), filter,
                total -> new ProgressBar(bars, System::nanoTime, total));
        if (options.resume() != null) {
            confirm("the rest of the matching " + collection(), dropped(info, size(info)));
        } else if (!chooses) {
            requireState();
            confirm("all " + collection(), dropped(info, size(info)));
        } else if (!count(run)) {
            return false;
        } else if (options.isDryRun()) {
            printPreview(run);
            printDropped(run, dropped(info, run.matching()));
            return true;
        } else if (run.matching() > 0) {
            confirm(run.matching() + " " + collection(), dropped(info, run.matching()));
        } else {
            run.changeNothing(options.results());
            printTotals(run);
            return true;
        }
        return change(run);
    }

    /** Like asynq, rejects a state for which the action is not available without a filter. */
    private void requireState() {
        if (!states().contains(state())) {
            throw new IllegalArgumentException("state must be one of " + states() + ": " + state());
        }
    }

    private QueueInfo requireQueue(Inspector inspector) {
        return inspector.queues().infos(List.of(queue), (name, error) -> {
            throw error;
        }).stream().findFirst()
                .orElseThrow(() -> new QueueNotFoundException("there is no queue \"" + queue + "\""));
    }

    /** Counts the tasks; returns false if interrupted. */
    private boolean count(BulkRun run) {
        try (Interruption interruption = new Interruption()) {
            if (!run.count(interruption::isRequested)) {
                error("interrupted; nothing was changed");
                return false;
            }
        }
        if (isTable()) {
            say(run.matching() + " of " + run.total() + " " + collection() + " match");
        }
        return true;
    }

    /** Whether a progress bar is drawn. */
    boolean isTerminal() {
        return Terminal.ERROR.isAttached();
    }

    private void printPreview(BulkRun run) {
        if (!isTable()) {
            printTotals(run, false);
            return;
        }
        Table table = new Table("Queue", "State", "ID", "Type", "Payload", "Last Error");
        for (InspectedTask task : run.sample()) {
            TaskInfo info = task.info();
            table.row(info.queue(), info.state().wireName(), info.id(), info.type(), payloadOfRow(info),
                    info.lastError());
        }
        if (!table.isEmpty()) {
            print(table);
        }
    }

    private void printDropped(BulkRun run, long dropped) {
        if (dropped > 0) {
            PrintWriter writer = isTable() ? out() : spec().commandLine().getErr();
            writer.println(Texts.printable("This would " + withDropped(run.matching() + " " + collection(), dropped)));
        }
    }

    /**
     * Changes the tasks. Handles Ctrl-C only here, so that the totals and the cursor are printed; at the confirmation
     * prompt, Ctrl-C ends the process.
     */
    private boolean change(BulkRun run) {
        try (Interruption interruption = new Interruption()) {
            String end = "stopped";
            try {
                run.change(options.resume(), options.results(), interruption::isRequested);
                end = "interrupted";
            } finally {
                printEnd(run, end);
            }
            return run.isComplete() && run.count(Outcome.FAILED) == 0;
        }
    }

    private void printEnd(BulkRun run, String end) {
        if (run.hasChanged()) {
            printTotals(run);
            if (!run.isComplete()) {
                error(end + ": continue with --resume " + run.next());
            }
        } else if (end.equals("interrupted")) {
            error("interrupted; nothing was changed");
        }
    }

    private void printTotals(BulkRun run, boolean changed) {
        if (isJson()) {
            run.printJson(out(), changed);
        } else {
            print(run.table(changed));
        }
    }

    private void printTotals(BulkRun run) {
        if (!isTable()) {
            printTotals(run, true);
            return;
        }
        long skipped = run.count(Outcome.SKIPPED);
        long failed = run.count(Outcome.FAILED);
        out().println(
                run.count(Outcome.CHANGED) + " tasks " + done() + (skipped == 0 ? "" : ", " + skipped + " skipped")
                        + (failed == 0 ? "" : ", " + failed + " failed"));
    }
}
