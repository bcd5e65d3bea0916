package io.github.asynqee.internal.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BatchDeletion;
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
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Found;
import io.github.asynqee.internal.feature.batch.BatchCommands.Listed;
import io.github.asynqee.internal.feature.batch.BatchCommands.Page;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.walk.KnownTasks;
import io.github.asynqee.internal.inspect.walk.KnownTasks.Known;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import org.jspecify.annotations.Nullable;

/** {@link Batches} on Redis. */
final class RedisBatches implements Batches {

    private static final int MAX = 1_000;
    private static final String START = "0";
    /** States whose tasks can be deleted in chunks. */
    private static final Set<TaskState> TOGETHER = EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED, TaskState.RETRY,
            TaskState.ARCHIVED, TaskState.COMPLETED);

    private final QueueResolver queues;
    private final BatchCommands commands;
    private final TaskChanges changes;
    private final Supplier<KnownTasks> known;
    private final Clock clock;

    RedisBatches(QueueResolver queues, BatchCommands commands, TaskChanges changes, Supplier<KnownTasks> known,
            Clock clock) {
        this.queues = queues;
        this.commands = commands;
        this.changes = changes;
        this.known = known;
        this.clock = clock;
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
        Map<String, byte[]> fields = commands.read(batch);
        if (fields.isEmpty()) {
            throw notFound(queue, id);
        }
        return info(batch, fields);
    }

    private BatchName find(String queue, String id) {
        return queues.existing(queue).stream().map(shard -> new BatchName(shard.queue(), id))
                .filter(batch -> !commands.read(batch).isEmpty()).findFirst()
                .orElseThrow(() -> notFound(queue, id));
    }

    private static BatchNotFoundException notFound(String queue, String id) {
        return new BatchNotFoundException("there is no batch \"" + id + "\" in queue \"" + queue + "\"");
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

    private static @Nullable String text(Map<String, byte[]> fields, String name) {
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

    private static @Nullable Instant time(Map<String, byte[]> fields, String name) {
        return fields.containsKey(name) ? Instant.ofEpochMilli(number(fields, name)) : null;
    }

    @Override
    public List<BatchMember> members(String queue, String id, int max) {
        requireMax(max);
        BatchName batch = find(queue, id);
        List<Listed> listed = Stream.of(commands.failed(batch, START, max), commands.open(batch, START, max))
                .flatMap(page -> page.members().stream())
                .filter(member -> queues.scope().contains(member.place().queue()))
                .limit(max).toList();
        List<Found> found = look(batch, listed);
        List<BatchMember> members = new ArrayList<>();
        for (int i = 0; i < listed.size(); i++) {
            Place place = listed.get(i).place();
            String state = place.isBatch() ? "batch" : found.get(i) == null ? "gone" : found.get(i).state();
            members.add(new BatchMember(place.queue(), place.id(), place.isBatch(), state));
        }
        return members;
    }

    /** Returns the tasks of members; {@code null} if a task no longer exists, or another task now has its ID. */
    private List<Found> look(BatchName batch, List<Listed> members) {
        List<Found> found = new ArrayList<>(commands.look(members.stream().map(Listed::place).toList()));
        for (int i = 0; i < found.size(); i++) {
            found.set(i, found.get(i) != null && found.get(i).isMember(batch, members.get(i)) ? found.get(i) : null);
        }
        return found;
    }

    @Override
    public BatchDeletion delete(String queue, String id, Duration budget) {
        BatchName batch = find(queue, id);
        if (!queues.scope().isAll()) {
            eachPage(batch, this::requireSeen, () -> true);
        }
        commands.cancel(batch);
        Step step = new Step(commands.read(batch), System.nanoTime() + budget.toNanos());
        // members that end during the walk shift other members, so the walk is repeated until it changes nothing
        boolean isChanged = true;
        while (isChanged && step.mayContinue()) {
            step.before = clock.millis();
            step.running.clear();
            step.beingStored = 0;
            isChanged = eachPage(batch, page -> delete(batch, page, step), step::mayContinue) > 0;
        }
        boolean isComplete = !isChanged && !step.isStopped;
        if (isComplete) {
            if (step.left() == 0) {
                commands.delete(batch);
            }
            step.running.forEach(this::cancel);
        }
        return new BatchDeletion(step.deleted, LongStream.of(commands.sizes(batch)).sum(), step.left(), isComplete);
    }

    /** State of a deletion step. */
    private final class Step {
        private final List<String> running = new ArrayList<>();
        private final KnownTasks tasks = known.get();
        /** The tasks of a chain after the first task, and the time at which the chain was cancelled. */
        private final Set<String> chained;
        private final long cancelled;
        private final long end;
        /** The time before the members were listed, because a producer may still store a member after it was read. */
        private long before;
        private long deleted;
        private int beingStored;
        private boolean isStopped;

        Step(Map<String, byte[]> fields, long end) {
            chained = fields.keySet().stream().filter(field -> field.startsWith("member:"))
                    .map(field -> text(fields, field)).collect(Collectors.toSet());
            cancelled = number(fields, "cancelled");
            this.end = end;
        }

        /**
         * Whether a missing task of a member can no longer be stored. A chained task has the time stamp of its chain.
         */
        boolean isAbandoned(Listed member) {
            return chained.contains(member.place().text())
                    ? before - cancelled > BatchCommands.STORED_AFTERWARDS.toMillis()
                    : member.isAbandoned(before);
        }

        long left() {
            return running.size() + beingStored;
        }

        boolean mayContinue() {
            isStopped = deleted > 0 && System.nanoTime() - end >= 0;
            return !isStopped;
        }
    }

    private List<Place> requireSeen(List<Listed> members) {
        if (!members.stream().allMatch(member -> queues.scope().contains(member.place().queue()))) {
            throw new OutOfScopeException("the batch has members in queues that are out of scope");
        }
        return List.of();
    }

    /**
     * Visits all members that are tasks, page by page; the action returns the members that it removed. Returns their
     * total.
     */
    private long eachPage(BatchName batch, Function<List<Listed>, List<Place>> action, BooleanSupplier mayContinue) {
        return eachPage(position -> commands.open(batch, position, MAX), action, mayContinue)
                + eachPage(position -> commands.failed(batch, position, MAX), action, mayContinue);
    }

    private static long eachPage(Function<String, Page> pages, Function<List<Listed>, List<Place>> action,
            BooleanSupplier mayContinue) {
        long all = 0;
        String position = START;
        while (position != null && mayContinue.getAsBoolean()) {
            Page page = pages.apply(position);
            long taken = action.apply(page.members().stream().filter(member -> !member.place().isBatch()).toList())
                    .size();
            all += taken;
            position = page.next().equals(START) ? null : Long.toString(Long.parseLong(page.next()) - taken);
        }
        return all;
    }

    /** Returns the members to remove from the batch. Members that are running or being stored remain. */
    private List<Place> delete(BatchName batch, List<Listed> members, Step step) {
        List<Found> found = look(batch, members);
        Set<Place> deleted = deleteTogether(step.tasks, members, found);
        List<Place> taken = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Listed member = members.get(i);
            if (found.get(i) == null && !member.stored() && !step.isAbandoned(member)) {
                step.beingStored++;
            } else if (found.get(i) == null || deleted.contains(member.place()) || delete(member.place())) {
                taken.add(member.place());
            } else {
                step.running.add(member.place().id());
            }
        }
        if (!taken.isEmpty()) {
            commands.drop(batch, taken);
        }
        step.deleted += taken.size();
        return taken;
    }

    /** Deletes the tasks that have not changed since they were read; returns their members. */
    private Set<Place> deleteTogether(KnownTasks tasks, List<Listed> members, List<Found> found) {
        Map<String, TaskPlace> places = new LinkedHashMap<>();
        Map<String, List<Integer>> indexesOf = new HashMap<>();
        for (int i = 0; i < members.size(); i++) {
            String state = found.get(i) == null ? "" : found.get(i).state();
            QueueKeys keys = queues.shard(members.get(i).place().queue());
            int index = i;
            TOGETHER.stream().filter(it -> it.wireName().equals(state)).map(it -> new TaskPlace(keys, it, ""))
                    .forEach(place -> {
                        places.putIfAbsent(place.key(), place);
                        indexesOf.computeIfAbsent(place.key(), any -> new ArrayList<>()).add(index);
                    });
        }
        Set<Place> deleted = new HashSet<>();
        places.forEach((key, place) -> {
            List<Place> portion = new ArrayList<>();
            long bytes = 0;
            for (int i : indexesOf.getOrDefault(key, List.of())) {
                if (bytes > 0 && bytes + found.get(i).bytes() > Settlement.PORTION) {
                    deleted.addAll(deleteTogether(tasks, place, portion));
                    portion.clear();
                    bytes = 0;
                }
                portion.add(members.get(i).place());
                bytes += found.get(i).bytes();
            }
            deleted.addAll(deleteTogether(tasks, place, portion));
        });
        return deleted;
    }

    private List<Place> deleteTogether(KnownTasks tasks, TaskPlace place, List<Place> members) {
        List<byte[]> messages = commands.messages(members);
        List<Place> there = new ArrayList<>();
        List<Known> known = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            if (messages.get(i) != null) {
                there.add(members.get(i));
                known.add(new Known(members.get(i).id(), messages.get(i)));
            }
        }
        List<Boolean> replies = tasks.delete(place, known);
        return IntStream.range(0, there.size()).filter(replies::get).mapToObj(there::get).toList();
    }

    private void cancel(String id) {
        try {
            changes.cancel(id);
        } catch (TaskNotFoundException e) {
            // the task has ended
            return;
        }
    }

    private boolean delete(Place member) {
        try {
            changes.delete(member.queue(), member.id());
            return true;
        } catch (TaskStateException e) {
            return false;
        } catch (TaskNotFoundException | QueueNotFoundException e) {
            // the task has ended
            return true;
        }
    }
}
