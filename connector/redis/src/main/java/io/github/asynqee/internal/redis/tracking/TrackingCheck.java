package io.github.asynqee.internal.redis.tracking;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Slow check of the cached replies, to find changes without an invalidation message: verifies the existence of many
 * keys by one {@code EXISTS}, and values by reading them again.
 */
final class TrackingCheck {

    /** Maximum number of keys in one {@code EXISTS}. */
    private static final int BATCH = 1_000;
    /** One of this number of commands reads a value even if an {@code EXISTS} is due. */
    private static final int TURNS = 5;
    /** If more than one key in this number differs, the whole batch is reported as changed instead of being split. */
    private static final int MANY = 8;

    private final TrackedKeys keys;
    private final TrackedConnection connection;
    private final boolean bySlot;
    private final long intervalNanos;
    private final Deque<Existence> existence = new ArrayDeque<>();
    private final Deque<Value> values = new ArrayDeque<>();
    private long existenceSince = System.nanoTime();
    private long valuesSince = existenceSince;
    private int turn;

    TrackingCheck(TrackedKeys keys, TrackedConnection connection, boolean bySlot, TrackingIntervals intervals) {
        this.keys = keys;
        this.connection = connection;
        this.bySlot = bySlot;
        this.intervalNanos = intervals.check().toNanos();
    }

    private interface Step {

        RedisCommand command();

        void judge(Reply reply);
    }

    /** Continues the check with a limited number of commands and returns the number sent. */
    int advance(int commands) {
        if (connection.isReading()) {
            return 0;
        }
        renew();
        List<Step> next = new ArrayList<>();
        while (next.size() < commands && (!existence.isEmpty() || !values.isEmpty())) {
            boolean valueFirst = turn++ % TURNS == TURNS - 1;
            next.add(existence.isEmpty() || valueFirst && !values.isEmpty() ? values.poll() : existence.poll());
        }
        if (next.isEmpty()) {
            return 0;
        }
        List<Reply> replies = connection.sendUncached(next.stream().map(Step::command).toList());
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i) != null) {
                next.get(i).judge(replies.get(i));
            }
        }
        return next.size();
    }

    private void renew() {
        long now = System.nanoTime();
        if (existence.isEmpty() && now - existenceSince >= intervalNanos) {
            existenceSince = now;
            keys.of(connection).stream().filter(key -> !key.cachedReplies().isEmpty())
                    .collect(Collectors.groupingBy(group()))
                    .forEach(this::addBatches);
        }
        if (values.isEmpty() && now - valuesSince >= intervalNanos) {
            valuesSince = now;
            for (TrackedKey key : keys.of(connection)) {
                if (key.seemsToExist()) {
                    key.cachedReplies().forEach(cached -> values.add(new Value(key, cached)));
                }
            }
        }
    }

    private record Group(int slot, boolean exist) {}

    private Function<TrackedKey, Group> group() {
        return key -> new Group(bySlot ? JedisClusterCRC16.getSlot(key.name()) : 0, key.seemsToExist());
    }

    private void addBatches(Group group, List<TrackedKey> members) {
        for (int from = 0; from < members.size(); from += BATCH) {
            List<TrackedKey> batch = members.subList(from, Math.min(from + BATCH, members.size()));
            existence.add(new Existence(batch, group.exist()));
        }
    }

    /** Whether the slot was moved, or is being moved, to another node. */
    private static boolean isElsewhere(Reply reply) {
        return reply.error().getCause() instanceof JedisRedirectionException
                || reply.error().getCause() instanceof JedisDataException e
                        && String.valueOf(e.getMessage()).startsWith("TRYAGAIN");
    }

    /** Checks that all or none of some keys exist. */
    private final class Existence implements Step {

        private final List<TrackedKey> members;
        private final boolean exist;

        Existence(List<TrackedKey> members, boolean exist) {
            this.members = members;
            this.exist = exist;
        }

        @Override
        public RedisCommand command() {
            RedisCommand command = RedisCommand.command(Command.EXISTS);
            members.forEach(key -> command.key(key.name()));
            return command;
        }

        @Override
        public void judge(Reply reply) {
            if (reply.error() != null) {
                if (isElsewhere(reply)) {
                    members.forEach(keys::changed);
                }
                return;
            }
            long found = Replies.number(reply.value());
            long different = exist ? members.size() - found : found;
            if (different > Math.max(1, members.size() / MANY)) {
                members.forEach(keys::changed);
            } else if (different > 0) {
                split();
            }
        }

        /** Splits the batch, leaving out keys that were reported as changed since. */
        private void split() {
            List<TrackedKey> left = members.stream().filter(keys::isCurrent).toList();
            if (left.size() == 1) {
                left.get(0).cachedReplies().forEach(cached -> values.addFirst(new Value(left.get(0), cached)));
                left.get(0).misread();
            } else if (!left.isEmpty()) {
                existence.addFirst(new Existence(left.subList(0, left.size() / 2), exist));
                existence.addFirst(new Existence(left.subList(left.size() / 2, left.size()), exist));
            }
        }
    }

    /** Checks that a cached reply is still valid. */
    private final class Value implements Step {

        private final TrackedKey key;
        private final TrackedKey.CachedReply cached;

        Value(TrackedKey key, TrackedKey.CachedReply cached) {
            this.key = key;
            this.cached = cached;
        }

        @Override
        public RedisCommand command() {
            return cached.command();
        }

        @Override
        public void judge(Reply reply) {
            boolean same = reply.error() == null && Replies.areSame(reply.value(), cached.reply().value());
            if (!same && (reply.error() == null || isElsewhere(reply))) {
                keys.changed(key);
            }
        }
    }
}
