package io.github.asynqee.internal.redis.tracking;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;

/**
 * A key tracked by one connection, and the cached replies that are valid until the key changes. The connection is only
 * compared with others.
 */
final class TrackedKey {

    private final String name;
    private final Object owner;
    private volatile List<CachedReply> cachedReplies = List.of();
    private volatile boolean misread;

    /** A command and its cached reply. */
    record CachedReply(RedisCommand command, Reply reply) {}

    TrackedKey(String name, Object owner) {
        this.name = name;
        this.owner = owner;
    }

    String name() {
        return name;
    }

    Object owner() {
        return owner;
    }

    List<CachedReply> cachedReplies() {
        return cachedReplies;
    }

    /** The cached reply; {@code null} if there is none. */
    Reply reply(RedisCommand command) {
        for (CachedReply each : cachedReplies) {
            if (each.command().isSameAs(command)) {
                return each.reply();
            }
        }
        return null;
    }

    synchronized void keep(RedisCommand command, Reply reply) {
        List<CachedReply> more = new ArrayList<>(cachedReplies);
        more.removeIf(each -> each.command().isSameAs(command));
        more.add(new CachedReply(command, reply));
        misread = false;
        cachedReplies = List.copyOf(more);
    }

    /** Whether the key exists according to the cached replies. */
    boolean seemsToExist() {
        return misread ^ cachedReplies.stream().anyMatch(each -> !Replies.isAbsence(each.reply().value()));
    }

    /** Inverts {@link #seemsToExist()}: the cached replies suggested a wrong result. */
    void misread() {
        misread = !misread;
    }
}
