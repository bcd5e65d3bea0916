package io.github.asynqee.internal.inspect.repair;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.inspect.repair.Suspects.GroupKey;
import io.github.asynqee.internal.inspect.repair.Suspects.Suspect;
import io.github.asynqee.internal.inspect.repair.Suspects.SuspectKey;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.SettleBatch;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Finds damaged data of a queue and repairs it. A script checks each suspect. Another call of the script checks it
 * again and repairs it atomically, so data that is intact or has changed since the first call is not touched.
 */
public final class QueueRepair {

    /** A task with an undecodable message is considered unused if its lease expired at least this long ago. */
    private static final Duration CUTOFF = Duration.ofSeconds(30);
    /** Number of pending IDs that a script searches from each end of the list. */
    private static final int SEARCHED = 25_000;

    private final RedisExecutor executor;
    private final Clock clock;

    /**
     * Creates the repair.
     *
     * @param executor sends commands
     * @param clock the clock of Redis
     */
    public QueueRepair(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /**
     * Reports damage, or repairs it.
     *
     * @param keys the queue
     * @param apply true to repair
     * @return the damage, and whether it was repaired
     * @throws QueueNotFoundException if the queue is not registered and has no tasks
     */
    public List<Repair> repair(QueueKeys keys, boolean apply) {
        List<Repair> repairs = new ArrayList<>();
        if (Replies.number(executor.send(
                RedisCommand.command(Command.SISMEMBER).key(GlobalKeys.QUEUES).arg(keys.queue()))) == 0) {
            repairs.add(register(keys, apply));
        }
        Suspects suspects = new QueueCheck(executor, keys).suspects();
        suspects.keys().forEach(key -> repair(keys, key, apply, repairs));
        suspects.tasks().forEach(task -> repair(keys, task, suspects.unlisted(), apply, repairs));
        long left = LimitLines.left(executor, keys, clock, apply);
        if (left > 0) {
            repairs.add(report(keys, Damage.LEFT_IN_LINE, "", String.valueOf(left), "", apply));
        }
        return repairs;
    }

    private Repair register(QueueKeys keys, boolean apply) {
        boolean hasTasks = Stream.of(keys.pending(), keys.active(), keys.scheduled(), keys.retry(), keys.archived(),
                keys.completed(), keys.groups())
                .anyMatch(key -> Replies.number(executor.send(RedisCommand.command(Command.EXISTS).key(key))) == 1);
        if (!hasTasks) {
            throw new QueueNotFoundException("there is no queue \"" + keys.queue() + "\"");
        }
        if (apply) {
            executor.send(RedisCommand.command(Command.SADD).key(GlobalKeys.QUEUES).arg(keys.queue()));
        }
        return report(keys, Damage.QUEUE_NOT_REGISTERED, "", "", "", apply);
    }

    private static Repair report(QueueKeys keys, Damage damage, String id, String places, String state,
            boolean applied) {
        return new Repair(damage.code(), keys.queue(), id,
                damage.found(places, state.isEmpty() ? "without state" : state) + "; " + damage.repair(state), applied);
    }

    private void repair(QueueKeys keys, SuspectKey key, boolean apply, List<Repair> repairs) {
        long damaged = Replies.number(executor.send(RedisCommand.script(InspectorScript.REPAIR_KEY).key(key.key())
                .key(keys.groups()).key(keys.aggregationSets()).arg(key.damage().code()).arg(apply ? 1 : 0)
                .arg(key.name()).arg(UnixTime.seconds(clock.instant())).arg(keys.taskPrefix())));
        if (damaged == 1) {
            boolean isGroup = key.damage() == Damage.EMPTY_GROUP || key.damage() == Damage.GROUP_NOT_LISTED;
            repairs.add(report(keys, key.damage(), isGroup ? key.name() : key.key(), "", "", apply));
        }
    }

    private void repair(QueueKeys keys, Suspect task, List<GroupKey> unlisted, boolean apply, List<Repair> repairs) {
        byte[] message = message(keys, task.id());
        List<?> found = Replies.list(executor.send(command(keys, task, unlisted, "", message, "")));
        String code = Replies.text(found.get(0));
        if (code.isEmpty()) {
            return;
        }
        Damage damage = Damage.of(code);
        Repair report = report(keys, damage, task.id(), Replies.text(found.get(1)), Replies.text(found.get(2)), false);
        if (!apply) {
            repairs.add(report);
            return;
        }
        long done = Replies.number(executor.send(command(keys, task, unlisted, code, message, report.message())));
        if (done != 0) {
            String note = done == 1 ? "" : " when the archive, which is full now, has fewer tasks";
            repairs.add(new Repair(code, keys.queue(), task.id(), report.message() + note, done == 1));
        }
    }

    /** Returns the message of a task; {@code null} if it has none. */
    private byte @Nullable [] message(QueueKeys keys, String id) {
        var reply = executor.send(List.of(RedisCommand.command(Command.HGET).key(keys.task(id)).arg("msg"))).get(0);
        // another client may have stored a different type than a hash
        return reply.error() == null ? Replies.bytes(reply.value()) : null;
    }

    private RedisCommand command(QueueKeys keys, Suspect task, List<GroupKey> unlisted, String damage,
            byte @Nullable [] stored,
            String error) {
        Instant now = clock.instant();
        RedisCommand command = RedisCommand.script(InspectorScript.REPAIR_TASK).key(keys.task(task.id()))
                .key(keys.pending())
                .key(keys.active()).key(keys.lease()).key(keys.scheduled()).key(keys.retry()).key(keys.archived())
                .key(keys.completed()).key(keys.aggregationSets()).key(keys.groups());
        List<GroupKey> groups = Stream.concat(Stream.ofNullable(task.group()), unlisted.stream()).toList();
        groups.forEach(group -> command.key(group.key()));
        boolean readable = stored == null || QueueCheck.isReadable(stored);
        TaskMessage message = usable(keys, task.id(), stored);
        command.arg(task.id()).arg(keys.groupPrefix()).arg(damage).arg(UnixTime.seconds(now))
                .arg(UnixTime.seconds(now.plus(Lease.DURATION))).arg(pending(keys, task)).arg(task.pendingSince())
                .arg(SEARCHED).arg(stored == null ? new byte[0] : stored)
                .arg(message.failed("asynq: repaired: " + error, now, false).toBytes())
                .arg(message.completedAt() == null ? ""
                        : String.valueOf(UnixTime.secondsAfter(message.completedAt(), message.retention())))
                .arg(UnixTime.seconds(message.lastFailedAt() == null ? now : message.lastFailedAt()))
                .arg(readable ? 0 : 1).arg(UnixTime.seconds(now.minus(CUTOFF))).arg(SettleBatch.MAX_ARCHIVE_SIZE)
                .arg(QueueCheck.MAX_SETS);
        groups.forEach(group -> command.arg(group.group()));
        return command;
    }

    /** Returns the half of the pending list in which the ID was seen: left or right. */
    private String pending(QueueKeys keys, Suspect task) {
        return !task.pending().equals("in") ? task.pending()
                : PendingRemoval.prepareDamaged(executor, keys, task.id()) == 1 ? "left" : "right";
    }

    private static TaskMessage usable(QueueKeys keys, String id, byte @Nullable [] stored) {
        try {
            return TaskMessage.parse(stored == null ? new byte[0] : stored);
        } catch (UndecodableMessageException e) {
            return TaskMessage.quarantine(keys.queue(), id, stored);
        }
    }
}
