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

/** Deletes tasks that the caller has read, many in one step. */
public final class KnownTasks {

    /** Small enough for Redis to take no more than a few milliseconds. */
    private static final int STEP = 250;
    /** Tasks by which the part of a list is found in which the others are, too. */
    private static final int SAMPLES = 8;
    /** How far beyond the samples the others may be. */
    private static final int SLACK = 500;

    private final RedisExecutor executor;
    private final ChosenTasks chosen;
    /** The distance from the right end of the lists at which the next tasks are expected. */
    private final Map<String, Long> expected = new HashMap<>();

    /**
     * @param executor sends commands
     * @param chosen deletes them
     */
    public KnownTasks(RedisExecutor executor, ChosenTasks chosen) {
        this.executor = executor;
        this.chosen = chosen;
    }

    /**
     * A task as it was read.
     *
     * @param id its ID
     * @param message the bytes of its message
     */
    public record Known(String id, byte[] message) {}

    /**
     * Deletes tasks. Those that were stored one after another should be given together.
     *
     * @param place the collection in which they were
     * @param tasks the tasks
     * @return for each whether it is deleted; others have changed, or are elsewhere in a list
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

    /** The distance from the right end within which all of them should be. */
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
