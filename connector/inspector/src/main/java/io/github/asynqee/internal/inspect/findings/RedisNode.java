package io.github.asynqee.internal.inspect.findings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * A Redis master at a moment.
 *
 * @param address its address
 * @param info the output of {@code INFO}; empty if unknown
 * @param ahead by how much its clock is ahead of this machine's clock; {@code null} if unknown
 * @param error why it cannot be read, {@code null} if it was read
 */
record RedisNode(String address, Map<String, String> info, @Nullable Duration ahead, @Nullable String error) {

    static RedisNode read(RedisExecutor executor, String address, Clock local) {
        Reply info = executor.read(address, RedisCommand.command(Command.INFO));
        if (info.error() != null && !RedisErrors.isForbidden(info.error())) {
            return new RedisNode(address, Map.of(), null, info.error().getMessage());
        }
        Instant before = local.instant();
        Reply time = executor.read(address, RedisCommand.command(Command.TIME));
        Instant here = before.plus(Duration.between(before, local.instant()).dividedBy(2));
        return new RedisNode(address, info.error() == null ? fields(Replies.text(info.value())) : Map.of(),
                time.error() == null ? Duration.between(here, instant(Replies.list(time.value()))) : null, null);
    }

    private static Instant instant(List<?> secondsAndMicros) {
        return Instant.ofEpochSecond(Replies.number(secondsAndMicros.get(0)),
                Replies.number(secondsAndMicros.get(1)) * 1_000);
    }

    private static Map<String, String> fields(String info) {
        Map<String, String> fields = new HashMap<>();
        info.lines().filter(line -> !line.startsWith("#") && line.indexOf(':') > 0)
                .forEach(line -> fields.put(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip()));
        return fields;
    }

    String field(String name, String otherwise) {
        return info.getOrDefault(name, otherwise);
    }

    /** Returns a number from {@code INFO}, 0 if missing. */
    long number(String name) {
        String value = info.getOrDefault(name, "");
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
    }
}
