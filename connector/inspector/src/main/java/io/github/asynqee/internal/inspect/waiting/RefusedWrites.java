package io.github.asynqee.internal.inspect.waiting;

import java.util.Optional;
import java.util.stream.Collectors;

import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;

/**
 * Checks whether the master of a queue rejects writes. A full Redis does not count, because servers can still take
 * tasks.
 */
final class RefusedWrites {

    /** Reads the INFO of a key's master. KEYS: the key. Reply: the text, empty if the user lacks the permission. */
    private static final String READ = "local text = ''\n"
            + "for _, section in ipairs({'replication', 'persistence'}) do\n"
            + "  local info = redis.pcall('INFO', section)\n"
            + "  text = text .. (type(info) == 'string' and info or '')\n"
            + "end\n"
            + "return text";

    private RefusedWrites() {}

    static RedisCommand reading(String key) {
        return RedisCommand.eval(READ).key(key);
    }

    static Optional<Waiting> of(Reply reply) {
        String info = reply.error() == null ? Replies.text(reply.value()) : "";
        var fields = info.lines().collect(Collectors.toSet());
        if (fields.contains("min_slaves_good_slaves:0")) {
            return refused("it has no replica, and its min-replicas-to-write asks for some", "start a replica");
        }
        if (fields.contains("aof_last_write_status:err")) {
            return refused("it could not write its append-only file",
                    "look into the log of Redis; its disk may be full");
        }
        if (fields.contains("rdb_last_bgsave_status:err")) {
            return refused("its last snapshot failed, and stop-writes-on-bgsave-error is yes by default",
                    "look into the log of Redis; its disk may be full");
        }
        return Optional.empty();
    }

    private static Optional<Waiting> refused(String why, String advice) {
        return Optional.of(Consumers.waiting(Reason.WRITES_REFUSED, "Redis refuses writes: " + why, advice, null));
    }
}
