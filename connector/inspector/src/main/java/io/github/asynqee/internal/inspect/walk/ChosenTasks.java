package io.github.asynqee.internal.inspect.walk;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.inspect.task.ArchiveLimits;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.cancellation.CancelRequests;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;

/** Changes chosen tasks of a collection, unless they have changed since they were read. */
public final class ChosenTasks {

    /** Maximum distance that a task may have moved towards the left end of its list, because others were requeued. */
    private static final int BEFORE = 200;
    /** Maximum distance that a task may have moved towards the right end, because workers took others. */
    private static final int BEHIND = 1_000;
    /** Size of the part of a list that is searched for tasks that have moved further. */
    private static final int FAR = 10_000;

    private final RedisExecutor executor;
    private final Clock clock;
    private final int rewritten;

    /**
     * Creates the changes.
     *
     * <p>Redis removes elements from a list by searching from one end, which takes 20 to 30 ns per element, or 12 ms
     * in the middle of 1,000,000. Removed tasks that are further from both ends are replaced by the newest tasks of
     * the list, which takes 10 µs per task, or 1 ms per page.
     */
    public ChosenTasks(RedisExecutor executor, Clock clock) {
        this(executor, clock, 50_000);
    }

    ChosenTasks(RedisExecutor executor, Clock clock, int rewritten) {
        this.executor = executor;
        this.clock = clock;
        this.rewritten = rewritten;
    }

    /** The reply of a script for one task. */
    enum Reply {
        MISSING, CHANGED_BEFORE, DIFFERS, CHANGED;

        private static Reply of(Object number) {
            return values()[(int) Replies.number(number) + 2];
        }
    }

    /**
     * Changes tasks.
     *
     * @param run the run to record with the tasks
     * @param archivedBy the run whose archived tasks are restored, empty for all runs
     * @param page the page that contained the tasks
     * @return a reply for each task
     */
    List<Reply> change(BulkAction action, String run, String archivedBy, TaskPlace place, WalkedPage page,
            List<WalkedTask> tasks) {
        return change(action, run, archivedBy, place, page.distance(), page.tasks().size(), tasks);
    }

    /** Deletes tasks. Tasks of a list are only found near a distance from its right end. */
    List<Reply> deleteAt(TaskPlace place, long distance, List<WalkedTask> tasks) {
        return send(BulkAction.DELETE, "", "", place, distance + BEFORE, tasks.size() + BEFORE + BEHIND, tasks);
    }

    /** Deletes tasks. Tasks of a list are only found between a distance and its right end. */
    List<Reply> deleteFrom(TaskPlace place, long distance, List<WalkedTask> tasks) {
        return change(BulkAction.DELETE, "", "", place, distance, tasks.size(), tasks);
    }

    private List<Reply> change(BulkAction action, String run, String archivedBy, TaskPlace place, long near, int size,
            List<WalkedTask> tasks) {
        List<Reply> replies = send(action, run, archivedBy, place, near + BEFORE, size + BEFORE + BEHIND, tasks);
        for (long distance = near + BEFORE; place.isList() && distance > 0
                && replies.contains(Reply.MISSING); distance -= FAR) {
            List<Reply> soFar = replies;
            List<Integer> missing = IntStream.range(0, tasks.size()).filter(i -> soFar.get(i) == Reply.MISSING).boxed()
                    .toList();
            List<Reply> found = send(action, run, archivedBy, place, distance, FAR + BEFORE,
                    missing.stream().map(tasks::get).toList());
            replies = new ArrayList<>(replies);
            for (int i = 0; i < missing.size(); i++) {
                replies.set(missing.get(i), found.get(i));
            }
        }
        return replies;
    }

    private List<Reply> send(BulkAction action, String run, String archivedBy, TaskPlace place, long distance,
            int part, List<WalkedTask> tasks) {
        QueueKeys keys = place.keys();
        Instant now = clock.instant();
        RedisCommand change = RedisCommand.script(switch (action) {
            case RUN -> InspectorScript.RUN_CHOSEN;
            case ARCHIVE -> InspectorScript.ARCHIVE_CHOSEN;
            case RESTORE -> InspectorScript.RESTORE_CHOSEN;
            case DELETE -> InspectorScript.DELETE_CHOSEN;
            case CANCEL -> InspectorScript.CANCEL_CHOSEN;
        }).key(place.key()).key(becomesPending(action) ? keys.pending() : keys.archived()).key(keys.groups());
        if (action == BulkAction.RESTORE) {
            change.key(keys.scheduled()).key(keys.retry()).key(keys.completed());
        }
        change.arg(keys.taskPrefix()).arg(place.state().wireName()).arg(run).arg(place.group()).arg(distance)
                .arg(part).arg(rewritten);
        switch (action) {
            case RUN, RESTORE -> change.arg(UnixTime.nanos(now));
            case CANCEL -> change.arg(GlobalKeys.CANCEL);
            default -> change.arg(UnixTime.seconds(now));
        }
        if (action == BulkAction.RESTORE) {
            change.arg(keys.groupPrefix()).arg(archivedBy);
        } else {
            ArchiveLimits.add(change, now);
        }
        tasks.forEach(task -> change.arg(task.id()).arg(task.message()));
        if (action == BulkAction.CANCEL) {
            CancelRequests.storeIfPossible(executor, now, tasks.stream().map(WalkedTask::id).toList());
        }
        return Replies.list(executor.send(change)).stream().map(Reply::of).toList();
    }

    private static boolean becomesPending(BulkAction action) {
        return action == BulkAction.RUN || action == BulkAction.RESTORE;
    }
}
