package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;

/**
 * Reads collections page by page. Positions stay valid while tasks are added and removed. The exception is searching
 * a list: it is read in the order in which its tasks run, with the distance from its right end as position.
 */
final class TaskPages {

    /** The number of tasks of a page. */
    static final int SIZE = 100;

    /** A page ends after the task that exceeds this total size. */
    private static final int BYTES = 500_000;

    /** Factor for larger pages in a search, which does not send tasks back to Redis. */
    private static final int OF_SEARCH = 2;

    /** Number of visited tasks that mark the position in a list. */
    private static final int ANCHORS = 12;
    private static final int ANCHORS_OF_PAGE = 4;

    private final RedisExecutor executor;
    private final TaskReads reads;
    private final boolean search;
    private final int size;
    private final int bytes;

    TaskPages(RedisExecutor executor, TaskReads reads, boolean search) {
        this.executor = executor;
        this.reads = reads;
        this.search = search;
        this.size = search ? SIZE * OF_SEARCH : SIZE;
        this.bytes = search ? BYTES * OF_SEARCH : BYTES;
    }

    /** Reads the page after a position of an earlier page; from the beginning if the position is empty. */
    WalkedPage read(TaskPlace place, List<String> position) {
        if (!place.isList()) {
            return readZset(place, position);
        }
        return search ? readListFromEnd(place, position) : readList(place, position);
    }

    /** Reads a list for a search. The position is the number of visited tasks. */
    private WalkedPage readListFromEnd(TaskPlace place, List<String> position) {
        long from = position.isEmpty() ? 0 : Long.parseLong(position.get(0));
        List<?> reply = Replies.list(executor.send(withFields(RedisCommand.script(InspectorScript.LIST_TASKS)
                .key(place.key()).arg(place.keys().taskPrefix()).arg(from).arg(from + size - 1).arg(bytes))));
        long there = Replies.number(reply.get(0));
        List<WalkedTask> tasks = tasks(place, reply.subList(1, reply.size()));
        return new WalkedPage(tasks, there < size && tasks.size() == there, from,
                (visited, gone) -> List.of(String.valueOf(from + visited)));
    }

    private WalkedPage readZset(TaskPlace place, List<String> position) {
        RedisCommand read = RedisCommand.script(InspectorScript.WALK_ZSET).key(place.key())
                .arg(place.keys().taskPrefix())
                .arg(size).arg(bytes);
        for (int i = 0; i < 4; i++) {
            read.arg(exact(position.isEmpty() ? "" : position.get(i)));
        }
        List<?> reply = Replies.list(executor.send(withFields(read)));
        List<?> rows = reply.subList(3, reply.size());
        List<WalkedTask> tasks = tasks(place, rows);
        String endScore = text(reply.get(1));
        String endMember = text(reply.get(2));
        return new WalkedPage(tasks, Replies.number(reply.get(0)) == 1, 0, (visited, gone) -> visited == 0 ? position
                : List.of(text(rows.get((visited - 1) * width() + 1)), tasks.get(visited - 1).exactId(), endScore,
                        endMember));
    }

    /**
     * Reads a list. The position consists of the number of tasks not yet visited, the number of active tasks, and
     * anchors.
     */
    private WalkedPage readList(TaskPlace place, List<String> position) {
        boolean begins = position.isEmpty();
        List<String> anchors = begins ? List.of() : position.subList(2, position.size());
        List<?> reply;
        String lookFrom = "";
        do {
            RedisCommand read = RedisCommand.script(InspectorScript.WALK_LIST).key(place.key())
                    .key(place.keys().active())
                    .arg(place.keys().taskPrefix()).arg(size).arg(bytes).arg(begins ? "" : position.get(0))
                    .arg(begins ? "0" : position.get(1)).arg(lookFrom).arg(anchors.size());
            anchors.forEach(anchor -> read.arg(exact(anchor)));
            reply = Replies.list(executor.send(withFields(read)));
            lookFrom = String.valueOf(reply.get(1));
        } while (Replies.number(reply.get(0)) < 0);
        long left = Replies.number(reply.get(0));
        // active tasks may become pending again at the right end of the pending list; the active list does not grow
        // there
        long active = place.state() == TaskState.ACTIVE ? 0 : Replies.number(reply.get(1));
        List<WalkedTask> tasks = tasks(place, reply.subList(2, reply.size()));
        return new WalkedPage(tasks, left == 0, left + tasks.size(), (visited, gone) -> Stream.concat(
                Stream.of(String.valueOf(left + tasks.size() - visited), String.valueOf(active)),
                anchors(tasks.subList(0, visited), gone, anchors).stream()).toList());
    }

    /**
     * Returns recently visited tasks that remain in the list. The rightmost anchor that still exists marks the
     * position.
     */
    private static List<String> anchors(List<WalkedTask> visited, Set<WalkedTask> gone, List<String> before) {
        List<String> anchors = new ArrayList<>();
        for (int i = visited.size() - 1; i >= 0 && anchors.size() < ANCHORS_OF_PAGE; i--) {
            if (!gone.contains(visited.get(i))) {
                anchors.add(visited.get(i).exactId());
            }
        }
        return Stream.concat(anchors.stream(), before.stream()).limit(ANCHORS).toList();
    }

    private static RedisCommand withFields(RedisCommand read) {
        TaskReads.FIELDS.forEach(read::arg);
        return read.arg(PrivateFields.ARCHIVED).arg(PrivateFields.BULK);
    }

    /** Returns the number of values in a row: ID, score, fields, previous state, run. */
    private static int width() {
        return TaskReads.FIELDS.size() + 4;
    }

    private List<WalkedTask> tasks(TaskPlace place, List<?> rows) {
        List<WalkedTask> tasks = new ArrayList<>();
        if (rows.isEmpty()) {
            return tasks;
        }
        TaskReads.ActiveTasks active = reads.active(place.keys(), place.state());
        for (int i = 0; i < rows.size(); i += width()) {
            List<?> row = rows.subList(i, i + width());
            tasks.add(WalkedTask.of(row, reads.task(place, row, active)));
        }
        return tasks;
    }

    private static byte[] exact(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(Object reply) {
        return new String(Replies.bytes(reply), StandardCharsets.ISO_8859_1);
    }
}
