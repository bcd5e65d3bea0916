package io.github.asynqee.internal.inspect.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.walk.ChosenTasks.Reply;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;

/** One step of a bulk change: changes the tasks of a walk that match, and collects the results. */
final class BulkStep implements TaskWalk.Visitor {

    private final BulkAction action;
    private final Predicate<InspectedTask> matching;
    private final String run;
    private final String archivedBy;
    private final int limit;
    private final ChosenTasks tasks;
    private final List<BulkResult> results = new ArrayList<>();
    private long examined;
    private boolean uncertain;

    /** @param archivedBy the run whose archived tasks are restored, empty for all runs */
    BulkStep(BulkAction action, Predicate<InspectedTask> matching, String run, String archivedBy, int limit,
            ChosenTasks tasks) {
        this.action = action;
        this.matching = matching;
        this.run = run;
        this.archivedBy = archivedBy;
        this.limit = limit;
        this.tasks = tasks;
    }

    List<BulkResult> results() {
        return List.copyOf(results);
    }

    long examined() {
        return examined;
    }

    /** Whether the reply to a change was lost. */
    boolean isUncertain() {
        return uncertain;
    }

    @Override
    public boolean isFull() {
        return results.size() >= limit;
    }

    @Override
    public boolean hasVisited() {
        return examined > 0;
    }

    @Override
    public int visit(TaskPlace place, WalkedPage page, Set<WalkedTask> gone) {
        List<WalkedTask> matching = new ArrayList<>();
        int visited = 0;
        for (WalkedTask task : page.tasks()) {
            if (results.size() + matching.size() >= limit) {
                break;
            }
            visited++;
            if (task.task() != null && !run.equals(task.run()) && isOfRun(task) && this.matching.test(task.task())) {
                matching.add(task);
            }
        }
        List<WalkedTask> changeable = matching.stream().filter(task -> refusal(place.state(), task) == null).toList();
        List<BulkResult> changed = change(place, page, changeable, gone);
        int next = 0;
        for (WalkedTask task : matching) {
            String refusal = refusal(place.state(), task);
            results.add(refusal == null ? changed.get(next++) : result(task, Outcome.SKIPPED, refusal));
        }
        examined += visited;
        return visited;
    }

    private boolean isOfRun(WalkedTask task) {
        return action != BulkAction.RESTORE || archivedBy.isEmpty() || archivedBy.equals(task.archivedBy());
    }

    /** Returns why the action cannot be applied to a task; {@code null} if it can. */
    private @Nullable String refusal(TaskState state, WalkedTask task) {
        String refusal = switch (action) {
            case RUN -> state == TaskState.ACTIVE ? "it is active"
                    : state == TaskState.PENDING ? "it is pending already" : null;
            case ARCHIVE -> state == TaskState.ACTIVE ? "it is active: cancel it instead"
                    : state == TaskState.ARCHIVED ? "it is archived already" : null;
            case RESTORE -> state != TaskState.ARCHIVED ? "it is not archived"
                    : task.archivedBy() == null ? "its previous state is not recorded" : null;
            case DELETE -> state == TaskState.ACTIVE ? "it is active: cancel it first" : null;
            case CANCEL -> state == TaskState.ACTIVE ? null : "it is not active";
        };
        boolean needsMessage = action != BulkAction.DELETE && task.message().length == 0;
        return refusal == null && needsMessage ? "it has lost its message" : refusal;
    }

    private List<BulkResult> change(TaskPlace place, WalkedPage page, List<WalkedTask> chosen,
            Set<WalkedTask> gone) {
        if (chosen.isEmpty()) {
            return List.of();
        }
        List<Reply> replies;
        try {
            replies = tasks.change(action, run, archivedBy, place, page, chosen);
        } catch (AmbiguousResultException e) {
            uncertain = true;
            throw e;
        } catch (BrokerUnavailableException e) {
            throw e;
        } catch (BrokerException e) {
            return chosen.stream().map(task -> result(task, Outcome.FAILED, String.valueOf(e.getMessage()))).toList();
        }
        List<BulkResult> changed = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            WalkedTask task = chosen.get(i);
            changed.add(switch (replies.get(i)) {
                case CHANGED -> result(task, Outcome.CHANGED, "");
                case DIFFERS -> result(task, Outcome.SKIPPED, action == BulkAction.RESTORE
                        ? "it has changed, or was archived again" : "it has changed since it was read");
                case CHANGED_BEFORE -> result(task, Outcome.SKIPPED, "this run has changed it before");
                case MISSING -> result(task, Outcome.FAILED, "it is missing in the list or set of its state");
            });
            if (action != BulkAction.CANCEL && replies.get(i) == Reply.CHANGED) {
                gone.add(task);
            }
        }
        return changed;
    }

    private static BulkResult result(WalkedTask task, Outcome outcome, String reason) {
        TaskInfo info = task.readable().info();
        return new BulkResult(info.queue(), info.id(), outcome, reason);
    }
}
