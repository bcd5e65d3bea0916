package io.github.asynqee.internal.inspect.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Reads names and sizes of groups. Scans the set of names, because a queue may have a million groups. */
public final class GroupReads {

    /** The cursor at which a scan begins and ends. */
    public static final String BEGIN = "0";
    private static final int PER_CALL = 1_000;

    private final RedisExecutor executor;

    public GroupReads(RedisExecutor executor) {
        this.executor = executor;
    }

    /** The result of a scan step: sorted names, and the cursor of the next step, which is {@link #BEGIN} at the end. */
    public record Step(List<String> names, String next) {}

    /** Performs one step of a scan. */
    public Step scan(QueueKeys keys, String cursor, int count) {
        List<?> reply = Replies.list(executor.send(RedisCommand.command(Command.SSCAN).key(keys.groups()).arg(cursor)
                .arg("COUNT").arg(count)));
        return new Step(Replies.list(reply.get(1)).stream().map(Replies::text).distinct().sorted().toList(),
                Replies.text(reply.get(0)));
    }

    /** Returns all groups by name. */
    public List<GroupInfo> all(QueueKeys keys) {
        return sizes(keys, List.copyOf(SetMembers.read(executor, keys.groups())));
    }

    /** Returns at least {@code limit} groups if that many exist, by name. */
    public GroupInfo.Page page(QueueKeys keys, @Nullable String cursor, int limit) {
        Set<String> names = new LinkedHashSet<>();
        String next = cursor == null ? BEGIN : cursor;
        do {
            Step step = scan(keys, next, Math.min(PER_CALL, limit));
            names.addAll(step.names());
            next = step.next();
        } while (!next.equals(BEGIN) && names.size() < limit);
        List<GroupInfo> groups = new ArrayList<>(sizes(keys, List.copyOf(names)));
        groups.sort(Comparator.comparing(GroupInfo::group));
        return new GroupInfo.Page(List.copyOf(groups), next.equals(BEGIN) ? null : next);
    }

    private List<GroupInfo> sizes(QueueKeys keys, List<String> names) {
        List<Reply> sizes = executor.send(names.stream()
                .map(name -> RedisCommand.command(Command.ZCARD).key(keys.group(name))).toList());
        return IntStream.range(0, names.size())
                .mapToObj(i -> new GroupInfo(names.get(i), (int) Replies.number(sizes.get(i).get()))).toList();
    }
}
