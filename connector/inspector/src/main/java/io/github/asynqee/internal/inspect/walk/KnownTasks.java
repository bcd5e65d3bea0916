package io.github.asynqee.internal.inspect.walk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.walk.ChosenTasks.Reply;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** Deletes tasks that the caller has read, in chunks. */
public final class KnownTasks {

    /** Tasks per call, so that a call takes Redis only a few milliseconds. */
    private static final int STEP = 250;
    /** Number of tasks whose position is read, to find the part of a list that contains all tasks. */
    private static final int SAMPLES = 8;
    /** Maximum distance of other tasks beyond the sampled tasks. */
    private static final int SLACK = 500;

    private final RedisExecutor executor;
    private final ChosenTasks chosen;
    /** Expected distance of the next tasks from the right end, by list. */
    private final Map<String, Long> expected = new HashMap<>();

    /**
     * @param executor sends commands
     * @param chosen deletes the tasks
     */
    public KnownTasks(RedisExecutor executor, ChosenTasks chosen) {
        this.executor = executor;
        this.chosen = chosen;
    }

    /**
     * A task that was read.
     *
     * @param id its ID
     * @param message the bytes of its message
     */
    public record Known(String id, byte[] message) {}

    /**
     * Deletes tasks. Pass tasks that were stored consecutively in the same call.
     *
     * @param place the collection of the tasks
     * @param tasks the tasks
     * @return true for each deleted task; false if it has changed, or is in another part of the list
     */
    public List<Boolean> delete(TaskPlace place, List<Known> tasks) {
        List<Boolean> deleted = new ArrayList<>();
        for (int from = 0; from < tasks.size(); from += STEP) {
            deleted.addAll(deleteSome(place, tasks.subList(from, Math.min(tasks.size(), from + STEP)).stream()
                    .map(task -> new WalkedTask(task.id().getBytes(StandardCharsets.UTF_8), task.message(), null, null,
                            null))
                    .toList()));
        }
        return deleted;
    }

    private List<Boolean> deleteSome(TaskPlace place, List<WalkedTask> tasks) {
        if (!place.isList()) {
            return chosen.deleteAt(place, 0, tasks).stream().map(Reply.CHANGED::equals).toList();
        }
        Long known = expected.get(place.key());
        List<Reply> replies = new ArrayList<>(known == null ? tasks.stream().map(task -> Reply.MISSING).toList()
                : chosen.deleteAt(place, known, tasks));
        long hint = known == null ? 0 : known;
        List<Integer> missing = IntStream.range(0, tasks.size()).filter(i -> replies.get(i) == Reply.MISSING).boxed()
                .toList();
        if (!missing.isEmpty()) {
            List<WalkedTask> others = missing.stream().map(tasks::get).toList();
            hint = distance(place, others);
            List<Reply> found = chosen.deleteFrom(place, hint, others);
            IntStream.range(0, missing.size()).forEach(i -> replies.set(missing.get(i), found.get(i)));
        }
        expected.put(place.key(), Math.max(0, hint - tasks.size()));
        return replies.stream().map(Reply.CHANGED::equals).toList();
    }

    /** Returns the distance from the right end within which all tasks should be. */
    private long distance(TaskPlace place, List<WalkedTask> tasks) {
        int every = Math.max(1, tasks.size() / SAMPLES);
        List<RedisCommand> commands = Stream.concat(Stream.of(place.size()),
                IntStream.iterate(0, i -> i < tasks.size(), i -> i + every).mapToObj(i -> RedisCommand
                        .command(Command.LPOS).key(place.key()).arg(tasks.get(i).id())))
                .toList();
        List<Object> found = new ArrayList<>();
        executor.send(commands).forEach(reply -> found.add(reply.get()));
        long size = Replies.number(found.get(0));
        return found.stream().skip(1).filter(index -> index != null).mapToLong(index -> size - Replies.number(index))
                .max().orElse(size) + SLACK;
    }
}
