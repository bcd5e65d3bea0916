package io.github.asynqee.cli.task;

import java.io.PrintWriter;
import java.util.Locale;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Interruption;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Terminal;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command for the tasks of a collection that match a filter: counts them, asks if it destroys, changes them in steps. */
abstract class BulkCommand extends InspectorCommand {

    /** Added to the description of commands that also work without a filter. */
    static final String WITH_FILTER = "With an option for matching tasks it counts them first, and changes them in steps. "
            + "Ctrl-C ends it with a cursor for --resume.";

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
    private String queue;

    @Mixin
    private BulkOptions options;

    final String queue() {
        return queue;
    }

    final boolean hasFilter() {
        return !options.isEmpty();
    }

    abstract BulkAction action();

    abstract TaskState state();

    /** The group, {@code null} if none is given. */
    abstract String group();

    /** What the tasks are afterwards. */
    abstract String done();

    void confirm(String tasks) {
        // only what destroys is asked for
    }

    final String collection() {
        return state().name().toLowerCase(Locale.ROOT) + " tasks of "
                + (group() == null ? "" : "group \"" + group() + "\" of ") + "queue \"" + queue + "\"";
    }

    /** Returns whether the change has come to its end and none has failed. */
    final boolean runFiltered(Inspector inspector) {
        TaskFilter filter = options.toFilter(now()).inQueues(queue).inStates(state())
                .inGroup(group() == null ? "" : group());
        try (Interruption interruption = new Interruption()) {
            PrintWriter bars = isTerminal() ? spec().commandLine().getErr() : null;
            BulkRun run = new BulkRun(inspector.bulk(), action(), filter,
                    total -> new ProgressBar(bars, System::nanoTime, total), interruption::isRequested);
            if (options.resume() == null) {
                if (!run.count()) {
                    error("interrupted, nothing was changed");
                    return false;
                }
                if (isTable()) {
                    out().println(run.matching() + " of " + run.total() + " " + collection() + " match");
                }
                if (options.isDryRun()) {
                    printPreview(run);
                    return true;
                }
                if (run.matching() > 0) {
                    confirm(run.matching() + " " + collection());
                }
            } else {
                confirm("the rest of the matching " + collection());
            }
            return change(run);
        }
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
            table.row(info.queue(), info.state().wireName(), info.id(), info.type(), Texts.bytes(info.payload()),
                    info.lastError());
        }
        if (!table.isEmpty()) {
            print(table);
        }
    }

    private boolean change(BulkRun run) {
        try {
            if (options.resume() != null || run.matching() > 0) {
                run.change(options.resume(), options.results());
            }
        } catch (BrokerException e) {
            printTotals(run);
            if (run.next() != null) {
                error("stopped: go on with --resume " + run.next());
            }
            throw e;
        }
        printTotals(run);
        if (run.next() != null) {
            error("interrupted: go on with --resume " + run.next());
        }
        return run.next() == null && run.count(Outcome.FAILED) == 0;
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
