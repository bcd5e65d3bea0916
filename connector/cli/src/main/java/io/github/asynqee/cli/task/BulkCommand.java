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

/** A command for the tasks of a collection that match a filter: counts them, asks if it destroys, changes them in steps. */
abstract class BulkCommand extends InspectorCommand {

    /** Added to the description of commands that also work without a filter. */
    static final String WITH_FILTER = "Changes them in steps; with an option for matching tasks it counts them first. "
            + "Ctrl-C ends it with a cursor for --resume.";

    private static final int MAX_ARCHIVED = 9_999;

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
    private String queue;

    @Mixin
    private BulkOptions options;

    abstract BulkAction action();

    /** The states of which all tasks can be changed. */
    abstract Set<TaskState> states();

    abstract TaskState state();

    /** The group, {@code null} if none is given. */
    abstract @Nullable String group();

    /** What the tasks are afterwards. */
    abstract String done();

    /** Whether tasks are chosen from the collection: they are counted first. */
    boolean choosesTasks() {
        return !options.isEmpty() || group() != null && state() != TaskState.AGGREGATING;
    }

    /**
     * Asks for what destroys.
     *
     * @param dropped how many archived tasks may be deleted for those that are archived
     */
    void confirm(String tasks, long dropped) {
        // only destructive changes need a confirmation
    }

    /** What the archive of a queue does not keep; less with shards, each of which has an archive. */
    private long dropped(QueueInfo info, long tasks) {
        return action() == BulkAction.ARCHIVE && states().contains(state())
                ? Math.max(0, info.archived() + tasks - MAX_ARCHIVED) : 0;
    }

    /** What archiving does, if the archive does not keep all. */
    static String withDropped(String tasks, long dropped) {
        return "archive " + tasks + " and delete up to " + dropped
                + " archived tasks, the oldest, since the archive keeps "
                + MAX_ARCHIVED;
    }

    /** All tasks of the state, in all groups. */
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
     * Shows, asks and changes: all of it with one filter, so that what is changed is what was shown. Returns whether the change
     * is complete and none has failed.
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

    /** As asynq: all tasks of a collection are changed only if the action is made for its state. */
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

    /** Returns whether the count was not interrupted. */
    private boolean count(BulkRun run) {
        try (Interruption interruption = new Interruption()) {
            if (!run.count(interruption::isRequested)) {
                error("interrupted, nothing was changed");
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

    /** There is no interruption before: Ctrl-C at the question ends the process. With it, what is printed is not lost. */
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
            error("interrupted, nothing was changed");
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
