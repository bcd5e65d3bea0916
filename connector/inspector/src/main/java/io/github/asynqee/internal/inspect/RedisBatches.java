package io.github.asynqee.internal.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.inspect.BatchInfo.Following;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.inspect.BatchNotFoundException;
import io.github.asynqee.inspect.Batches;
import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskChanges;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.internal.broker.BatchCommands;
import io.github.asynqee.internal.broker.BatchCommands.Found;
import io.github.asynqee.internal.broker.BatchCommands.Listed;
import io.github.asynqee.internal.broker.BatchCommands.Page;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;

/** {@link Batches} on Redis. */
final class RedisBatches implements Batches {

    private static final int MAX = 1_000;
    private static final String START = "0";

    private final QueueResolver queues;
    private final BatchCommands commands;
    private final TaskChanges changes;

    RedisBatches(QueueResolver queues, BatchCommands commands, TaskChanges changes) {
        this.queues = queues;
        this.commands = commands;
        this.changes = changes;
    }

    @Override
    public List<BatchInfo> list(String queue, int max) {
        requireMax(max);
        List<BatchInfo> batches = new ArrayList<>();
        for (QueueKeys shard : queues.existing(queue)) {
            for (String id : commands.batches(shard.queue(), 0, max - batches.size())) {
                BatchName batch = new BatchName(shard.queue(), id);
                Map<String, byte[]> fields = commands.read(batch);
                if (!fields.isEmpty()) {
                    batches.add(info(batch, fields));
                }
            }
            if (batches.size() == max) {
                break;
            }
        }
        return batches;
    }

    private static void requireMax(int max) {
        if (max < 1 || max > MAX) {
            throw new IllegalArgumentException("max must be from 1 to " + MAX + ": " + max);
        }
    }

    @Override
    public BatchInfo get(String queue, String id) {
        BatchName batch = find(queue, id);
        return info(batch, commands.read(batch));
    }

    private BatchName find(String queue, String id) {
        return queues.existing(queue).stream().map(shard -> new BatchName(shard.queue(), id))
                .filter(batch -> !commands.read(batch).isEmpty()).findFirst()
                .orElseThrow(() -> new BatchNotFoundException(
                        "there is no batch \"" + id + "\" in queue \"" + queue + "\""));
    }

    private BatchInfo info(BatchName batch, Map<String, byte[]> fields) {
        long[] sizes = commands.sizes(batch);
        List<Following> tasks = new TreeSet<>(fields.keySet()).stream().filter(field -> field.startsWith("task:"))
                .map(field -> following(field.substring(5), fields))
                .filter(task -> queues.scope().contains(task.queue())).toList();
        return new BatchInfo(batch.queue(), batch.id(), time(fields, "created"), fields.containsKey("sealed"),
                time(fields, "ended"), fields.containsKey("cancelled"), number(fields, "added"), sizes[0], sizes[1],
                tasks);
    }

    private static Following following(String name, Map<String, byte[]> fields) {
        String id = "";
        try {
            id = TaskMessage.parse(fields.get("task:" + name)).id();
        } catch (UndecodableMessageException e) {
            id = "?";
        }
        return new Following(name, text(fields, "queue:" + name), id, time(fields, "due:" + name),
                time(fields, "stored:" + name), text(fields, "refused:" + name));
    }

    private static String text(Map<String, byte[]> fields, String name) {
        byte[] value = fields.get(name);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    private static long number(Map<String, byte[]> fields, String name) {
        try {
            return Long.parseLong(text(fields, name));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Instant time(Map<String, byte[]> fields, String name) {
        return fields.containsKey(name) ? Instant.ofEpochMilli(number(fields, name)) : null;
    }

    @Override
    public List<BatchMember> members(String queue, String id, int max) {
        requireMax(max);
        BatchName batch = find(queue, id);
        List<Place> places = Stream.of(commands.failed(batch, START, max), commands.open(batch, START, max))
                .flatMap(page -> page.members().stream()).map(Listed::place)
                .filter(place -> queues.scope().contains(place.queue()))
                .limit(max).toList();
        List<Found> found = commands.look(places);
        List<BatchMember> members = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            String state = place.isBatch() ? "batch" : found.get(i) == null ? "gone" : found.get(i).state();
            members.add(new BatchMember(place.queue(), place.id(), place.isBatch(), state));
        }
        return members;
    }

    @Override
    public long delete(String queue, String id) {
        BatchName batch = find(queue, id);
        if (!queues.scope().isAll()) {
            walk(batch, this::requireSeen);
        }
        commands.cancel(batch);
        List<String> running = new ArrayList<>();
        walk(batch, member -> delete(member, running));
        if (running.isEmpty()) {
            commands.delete(batch);
        }
        running.forEach(changes::cancel);
        return running.size();
    }

    private void requireSeen(Place member) {
        if (!queues.scope().contains(member.queue())) {
            throw new OutOfScopeException("the batch has members in queues that are out of scope");
        }
    }

    /** All members that are tasks. */
    private void walk(BatchName batch, Consumer<Place> action) {
        for (String position = START; position != null;) {
            position = each(commands.open(batch, position, MAX), action);
        }
        for (String position = START; position != null;) {
            position = each(commands.failed(batch, position, MAX), action);
        }
    }

    /** Returns the position behind the page, {@code null} at the end. */
    private static String each(Page page, Consumer<Place> action) {
        page.members().stream().map(Listed::place).filter(place -> !place.isBatch()).forEach(action);
        return page.next().equals(START) ? null : page.next();
    }

    private void delete(Place member, List<String> running) {
        try {
            changes.delete(member.queue(), member.id());
        } catch (TaskStateException e) {
            running.add(member.id());
        } catch (TaskNotFoundException | QueueNotFoundException e) {
            // it has ended meanwhile
            return;
        }
    }
}
