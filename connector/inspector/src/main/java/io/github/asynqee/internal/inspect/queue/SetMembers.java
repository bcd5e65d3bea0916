package io.github.asynqee.internal.inspect.queue;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** Reads the members of a set in steps, because reading a million members at once blocks Redis for a second. */
public final class SetMembers {

    private static final int PER_CALL = 1000;

    private SetMembers() {}

    /**
     * Reads all members. Members that are added or removed during the call may be missing or included.
     *
     * @param executor sends commands
     * @param key the set
     * @return the members, sorted
     */
    public static SortedSet<String> read(RedisExecutor executor, String key) {
        SortedSet<String> members = new TreeSet<>();
        String next = "0";
        do {
            List<?> reply = Replies.list(executor.send(
                    RedisCommand.command(Command.SSCAN).key(key).arg(next).arg("COUNT").arg(PER_CALL)));
            Replies.list(reply.get(1)).forEach(member -> members.add(Replies.text(member)));
            next = Replies.text(reply.get(0));
        } while (!next.equals("0"));
        return members;
    }
}
