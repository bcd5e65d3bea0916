package io.github.asynqee.internal.feature.batch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.Batch;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.script.NewTaskArguments;
import redis.clients.jedis.Protocol.Command;

/** {@link BatchCommands} on Redis. */
public final class RedisBatchCommands implements BatchCommands {

    /** Must exceed the longest time from a caller's decision to its last attempt, plus the clock skew between nodes. */
    private static final Duration RECEIPT_LIFE = Duration.ofDays(1);
    private static final Duration ENDED_LIFE = Duration.ofDays(7);
    /**
     * How long the state of an ended chain is kept. One hour is enough, because a chain cannot be extended or stored
     * again.
     */
    private static final Duration ENDED_CHAIN_LIFE = Duration.ofHours(1);
    private static final Duration REPAIR_LIFE = Duration.ofSeconds(8);
    /** Maximum number of members that one call reads. */
    private static final int LOOKED_AT = 250;
    private static final Duration WATCHED_LIFE = Duration.ofMinutes(2);

    private final RedisExecutor executor;
    private final QueueNames names;
    private final Clock clock;

    public RedisBatchCommands(RedisExecutor executor, QueueNames names, Clock clock) {
        this.executor = executor;
        this.names = names;
        this.clock = clock;
    }

    private static String hash(BatchName batch) {
        return QueueKeys.of(batch.queue()).batch(batch.id());
    }

    private static String open(BatchName batch) {
        return QueueKeys.of(batch.queue()).batchOpen(batch.id());
    }

    private static String failed(BatchName batch) {
        return QueueKeys.of(batch.queue()).batchFailed(batch.id());
    }

    private static String ended(BatchName batch) {
        return QueueKeys.of(batch.queue()).batchEnded(batch.id());
    }

    private static String all(BatchName batch) {
        return QueueKeys.of(batch.queue()).batches();
    }

    private long now() {
        return clock.instant().toEpochMilli();
    }

    @Override
    public int open(BatchName batch, Plan plan) {
        names.register(List.of(batch.queue()));
        RedisCommand command = RedisCommand.script(BatchScript.OPEN_BATCH).key(hash(batch)).key(all(batch))
                .arg(batch.id()).arg(now()).arg("stamp").arg(plan.stamp());
        if (plan.parent() != null) {
            command.arg("parent:queue").arg(plan.parent().queue()).arg("parent:id").arg(plan.parent().id())
                    .arg("parent:stamp").arg(plan.stamp());
        }
        plan.tasks().forEach((name, task) -> command.arg("task:" + name).arg(task.toBytes()).arg("queue:" + name)
                .arg(task.queue()));
        for (int i = 0; i < plan.steps().size(); i++) {
            Step step = plan.steps().get(i);
            TaskMessage task = step.task();
            command.arg("task:step-" + i).arg(task.toBytes()).arg("queue:step-" + i).arg(task.queue())
                    .arg("member:step-" + i).arg(new Place(task.queue(), task.id()).text())
                    .arg("proof:step-" + i).arg(step.retention().getSeconds() + ":" + step.previous().text());
        }
        return (int) Replies.number(executor.send(command));
    }

    @Override
    public Optional<List<Boolean>> add(BatchName batch, long stamp, List<Place> members) {
        RedisCommand command = RedisCommand.script(BatchScript.ADD_MEMBERS).key(hash(batch)).key(open(batch))
                .key(ended(batch)).arg(stamp);
        members.forEach(member -> command.arg(member.text()));
        List<?> reply = Replies.list(executor.send(command));
        return reply.isEmpty() ? Optional.empty()
                : Optional.of(reply.stream().map(code -> Replies.number(code) == 1).toList());
    }

    @Override
    public boolean addStored(BatchName batch, long stamp, List<Place> members) {
        return add(batch, -stamp, members).isPresent();
    }

    @Override
    public List<String> end(BatchName batch, List<Ended> members) {
        RedisCommand command = RedisCommand.script(BatchScript.END_MEMBERS).key(hash(batch)).key(open(batch))
                .key(failed(batch)).key(ended(batch)).arg(now());
        members.forEach(member -> command.arg(member.place().text()).arg(member.stamp())
                .arg(member.fate().name().toLowerCase(Locale.ROOT)));
        return texts(executor.send(command));
    }

    private static List<String> texts(Object reply) {
        return Replies.list(reply).stream().map(Replies::text).toList();
    }

    @Override
    public Optional<List<String>> seal(BatchName batch) {
        return Optional.ofNullable(executor.send(RedisCommand.script(BatchScript.SEAL_BATCH).key(hash(batch))
                .key(open(batch)).key(failed(batch)).key(ended(batch)).arg(now()))).map(RedisBatchCommands::texts);
    }

    @Override
    public Optional<List<String>> continueChain(BatchName batch) {
        return Optional.ofNullable(executor.send(RedisCommand.script(BatchScript.CONTINUE_CHAIN).key(hash(batch))
                .key(open(batch)).key(failed(batch)).key(ended(batch)).key(all(batch)).arg(now()).arg(batch.id())))
                .map(RedisBatchCommands::texts);
    }

    @Override
    public Map<String, byte[]> read(BatchName batch) {
        List<?> reply = Replies.list(executor.send(RedisCommand.command(Command.HGETALL).key(hash(batch))));
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < reply.size(); i += 2) {
            fields.put(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)));
        }
        return fields;
    }

    @Override
    public Map<String, byte[]> read(BatchName batch, List<String> names) {
        // one HMGET would need a right that producers of batches do not have
        List<Reply> replies = executor.send(names.stream()
                .map(name -> RedisCommand.command(Command.HGET).key(hash(batch)).arg(name)).toList());
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            byte[] value = Replies.bytes(replies.get(i).value());
            if (value != null) {
                fields.put(names.get(i), value);
            }
        }
        return fields;
    }

    @Override
    public Optional<String> storeOnce(BatchName batch, String receipt, TaskMessage task, Instant notAfter) {
        QueueKeys keys = QueueKeys.of(task.queue());
        names.register(List.of(task.queue()));
        RedisCommand command = RedisCommand.script(EngineScript.STORE_ONCE)
                .key(keys.batchReceipt(new Place(batch.queue(), batch.id()).text() + ":" + receipt))
                .arg(RECEIPT_LIFE.getSeconds()).arg(UnixTime.seconds(notAfter));
        NewTaskArguments.appendFixed(command, new NewTask(task, new Placement.Pending(), null), clock.instant());
        return switch ((int) Replies.number(executor.send(command))) {
            case 1 -> Optional.empty();
            case 0 -> Optional.of("another task of queue \"" + task.queue() + "\" has the ID " + task.id());
            default -> throw new IllegalStateException("storing " + task + " took too long");
        };
    }

    @Override
    public boolean stored(BatchName batch, String name, String refusal) {
        return Replies.number(executor
                .send(RedisCommand.script(BatchScript.BATCH_STORED).key(hash(batch)).key(all(batch)).key(open(batch))
                        .key(failed(batch)).arg(batch.id()).arg(now()).arg(ENDED_LIFE.getSeconds())
                        .arg(ENDED_CHAIN_LIFE.getSeconds()).arg(name).arg(refusal == null ? "" : refusal))) == 1;
    }

    @Override
    public void release(BatchName batch, Place place, Duration retention) {
        byte[] message = message(place).orElse(null);
        TaskMessage task = message == null ? null : decoded(place, message);
        if (task == null || task.completedAt() == null || task.retention().compareTo(retention) <= 0
                || BatchMember.of(task).filter(member -> member.batch().equals(batch)).isEmpty()) {
            return;
        }
        QueueKeys keys = QueueKeys.of(place.queue());
        executor.send(RedisCommand.script(BatchScript.RELEASE_STEP).key(keys.task(place.id())).key(keys.completed())
                .arg(place.id()).arg(message).arg(task.toBuilder().retention(retention).build().toBytes())
                .arg(retention.isZero() ? "" : String.valueOf(UnixTime.secondsAfter(task.completedAt(), retention))));
    }

    private static TaskMessage decoded(Place place, byte[] message) {
        try {
            return TaskMessage.parse(place.queue(), place.id(), message);
        } catch (UndecodableMessageException e) {
            return null;
        }
    }

    @Override
    public boolean cancel(BatchName batch) {
        return Replies
                .number(executor.send(RedisCommand.script(BatchScript.CANCEL_BATCH).key(hash(batch))
                        .key(ended(batch)).arg(now()))) == 1;
    }

    @Override
    public void drop(BatchName batch, List<Place> members) {
        Stream.of(open(batch), failed(batch)).forEach(key -> {
            RedisCommand command = RedisCommand.command(Command.ZREM).key(key);
            members.forEach(member -> command.arg(member.text()));
            executor.send(command);
        });
    }

    @Override
    public void delete(BatchName batch) {
        executor.send(RedisCommand.command(Command.UNLINK).key(open(batch)).key(failed(batch)).key(ended(batch))
                .key(hash(batch)));
        forget(batch);
    }

    @Override
    public long[] sizes(BatchName batch) {
        return Stream.of(open(batch), failed(batch))
                .mapToLong(key -> Replies.number(executor.send(RedisCommand.command(Command.ZCARD).key(key))))
                .toArray();
    }

    @Override
    public List<String> batches(String queue, long from, int max) {
        return texts(executor.send(RedisCommand.command(Command.ZRANGE).key(QueueKeys.of(queue).batches()).arg(from)
                .arg(from + max - 1)));
    }

    @Override
    public void forget(BatchName batch) {
        executor.send(RedisCommand.command(Command.ZREM).key(all(batch)).arg(batch.id()));
    }

    @Override
    public Page open(BatchName batch, String position, int count) {
        return page(open(batch), position, count, false);
    }

    @Override
    public Page failed(BatchName batch, String position, int count) {
        return page(failed(batch), position, count, true);
    }

    private Page page(String key, String position, int count, boolean stored) {
        long from = Long.parseLong(position);
        List<?> entries = Replies.list(executor.send(RedisCommand.command(Command.ZRANGE).key(key).arg(from)
                .arg(from + count - 1).arg("WITHSCORES")));
        List<Listed> members = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += 2) {
            long score = (long) Double.parseDouble(Replies.text(entries.get(i + 1)));
            Place.of(Replies.text(entries.get(i)))
                    .ifPresent(place -> members.add(new Listed(place, Math.abs(score), stored || score < 0)));
        }
        return new Page(members, entries.size() < 2 * count ? "0" : Long.toString(from + count));
    }

    @Override
    public List<Found> look(Collection<Place> members) {
        List<Place> all = List.copyOf(members);
        Found[] found = new Found[all.size()];
        Map<String, List<Integer>> left = new LinkedHashMap<>();
        for (int i = 0; i < found.length; i++) {
            left.computeIfAbsent(all.get(i).queue(), queue -> new ArrayList<>()).add(i);
        }
        while (!left.isEmpty()) {
            List<List<Integer>> ofQueues = List.copyOf(left.values());
            List<Reply> replies = executor.send(ofQueues.stream().map(some -> looking(all, some)).toList());
            for (int q = 0; q < ofQueues.size(); q++) {
                List<?> rows = Replies.list(replies.get(q).get());
                for (int i = 0; i < rows.size(); i++) {
                    found[ofQueues.get(q).get(i)] = rows.get(i) == null ? null : found(Replies.list(rows.get(i)));
                }
                ofQueues.get(q).subList(0, rows.size()).clear();
            }
            left.values().removeIf(List::isEmpty);
        }
        return Arrays.asList(found);
    }

    private static RedisCommand looking(List<Place> members, List<Integer> some) {
        RedisCommand command = RedisCommand.script(BatchScript.LOOK_AT_MEMBERS);
        some.stream().limit(LOOKED_AT).map(members::get)
                .forEach(member -> command.key(QueueKeys.of(member.queue()).task(member.id())));
        return command.arg(Batch.ID_HEADER).arg(Batch.QUEUE_HEADER).arg(BatchMember.STAMP);
    }

    private static Found found(List<?> reply) {
        List<String> headers = new ArrayList<>();
        reply.subList(2, reply.size()).forEach(header -> headers.add(Replies.text(header)));
        return new Found(Replies.text(reply.get(0)), Replies.number(reply.get(1)), headers);
    }

    @Override
    public List<byte[]> messages(Collection<Place> members) {
        List<byte[]> messages = new ArrayList<>();
        executor.send(members.stream().map(RedisBatchCommands::reading).toList())
                .forEach(reply -> messages.add(Replies.bytes(reply.get())));
        return messages;
    }

    private static RedisCommand reading(Place member) {
        return RedisCommand.command(Command.HGET).key(QueueKeys.of(member.queue()).task(member.id())).arg("msg");
    }

    @Override
    public Optional<byte[]> message(Place member) {
        return Optional.ofNullable(executor.send(reading(member))).map(Replies::bytes);
    }

    @Override
    public boolean claimRepair(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        boolean claimed = executor.send(RedisCommand.command(Command.SET).key(keys.batchRepair()).arg("").arg("NX")
                .arg("EX").arg(REPAIR_LIFE.getSeconds())) != null;
        if (claimed) {
            executor.send(RedisCommand.command(Command.SET).key(keys.batchWatched()).arg("").arg("EX")
                    .arg(WATCHED_LIFE.getSeconds()));
        }
        return claimed;
    }
}
