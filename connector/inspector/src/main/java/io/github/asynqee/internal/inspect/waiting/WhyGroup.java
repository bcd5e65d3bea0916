package io.github.asynqee.internal.inspect.waiting;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.GroupRule;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Determines why tasks of groups wait. Servers of this project publish when a group is due. */
final class WhyGroup {

    private final RedisExecutor executor;
    private final QueueKeys keys;
    private final Instant now;

    WhyGroup(RedisExecutor executor, QueueKeys keys, Instant now) {
        this.executor = executor;
        this.keys = keys;
        this.now = now;
    }

    Waiting ofTask(InspectedTask task) {
        String name = task.info().group();
        String group = keys.group(name);
        List<Reply> replies = executor.send(List.of(RedisCommand.command(Command.ZCARD).key(group),
                RedisCommand.command(Command.ZRANGE).key(group).arg(0).arg(0).arg("WITHSCORES"),
                RedisCommand.command(Command.ZRANGE).key(group).arg(-1).arg(-1).arg("WITHSCORES"), reading()));
        int size = (int) Math.min(Integer.MAX_VALUE, Replies.number(replies.get(0).get()));
        List<?> oldest = Replies.list(replies.get(1).get());
        List<?> newest = Replies.list(replies.get(2).get());
        String what = "the task waits in group " + Consumers.text(name) + " with " + Words.count(size, "task");
        if (oldest.size() < 2 || newest.size() < 2) {
            return waiting(what + ": a server is taking them", "wait", task.since(), null);
        }
        WaitingGroup waiting = new WaitingGroup(name, size, UnixTime.ofScore(Replies.text(oldest.get(1))),
                UnixTime.ofScore(Replies.text(newest.get(1))));
        return rules(replies.get(3)).filter(rule -> name.startsWith(rule.prefix()))
                .max(Comparator.comparingInt(rule -> rule.prefix().length()))
                .map(rule -> due(what, rule, waiting, task.since()))
                .orElseGet(() -> waiting(what + ", the last of which joined " + Words.between(waiting.newest(), now)
                        + " ago: the group is handled when its grace period has passed without another task, or at "
                        + "its maximum size or delay",
                        "wait, or run the task alone; a server needs a channel for groups of this name", task.since(),
                        null));
    }

    private Waiting due(String what, GroupRule rule, WaitingGroup group, @Nullable Instant since) {
        GroupLimits limits = new GroupLimits(rule.maxSize(), rule.maxDelay(), rule.gracePeriod());
        Instant at = limits.dueAt(group);
        if (limits.isFull(group) || !at.isAfter(now)) {
            return waiting(what + ": the group is due"
                    + (limits.isFull(group) ? ", because it has " + rule.maxSize() + " tasks,"
                            : " since " + Words.between(at, now))
                    + " and waits for a free lane",
                    "wait, or give the channel of the group more concurrency", since, at);
        }
        boolean isQuiet = at.equals(limits.quietAt(group));
        boolean isLate = !limits.lateAt(group).equals(Instant.MAX);
        return waiting(what + ": the group is handled in " + Words.between(now, at)
                + (isQuiet ? " if no task joins it" : "")
                + (isQuiet && isLate ? ", in " + Words.between(now, limits.lateAt(group)) + " at the latest" : "")
                + (rule.maxSize() == 0 ? "" : ", or at " + Words.count(rule.maxSize(), "task")),
                "wait, or run the task alone", since, at);
    }

    Waiting ofQueue(QueueInfo info) {
        List<GroupRule> rules = rules(executor.send(List.of(reading())).get(0)).toList();
        String when = rules.isEmpty() ? ""
                : rules.size() > 1 ? "; servers have " + rules.size() + " rules for them" : each(rules.get(0));
        return waiting(Words.count(info.aggregating(), "task") + " in " + Words.count(info.groups(), "group") + " wait"
                + (info.aggregating() == 1 ? "s" : "") + " to be handled together" + when,
                "wait" + (rules.isEmpty() ? "; a server needs a channel for groups of this queue" : ""), null, null);
    }

    private static String each(GroupRule rule) {
        return ": each group " + Words.of(rule.gracePeriod()) + " after its last task"
                + after(rule.maxDelay())
                + (rule.maxSize() == 0 ? "" : ", or at " + Words.count(rule.maxSize(), "task"));
    }

    private static String after(Duration maxDelay) {
        return maxDelay.isZero() ? "" : ", at the latest " + Words.of(maxDelay) + " after its first one";
    }

    private RedisCommand reading() {
        return RedisCommand.command(Command.HGETALL).key(keys.groupRules());
    }

    /** Returns the published rules; no rules if the key has another type. */
    private Stream<GroupRule> rules(Reply reply) {
        List<?> fields = reply.error() == null ? Replies.list(reply.value()) : List.of();
        return IntStream.range(0, fields.size() / 2).mapToObj(i -> GroupRule.parse(Replies.text(fields.get(2 * i)),
                Replies.text(fields.get(2 * i + 1)), now)).flatMap(Optional::stream);
    }

    private static Waiting waiting(String message, String advice, @Nullable Instant since, @Nullable Instant until) {
        return new Waiting(Reason.GROUP, message, advice, since, until, null, null);
    }
}
