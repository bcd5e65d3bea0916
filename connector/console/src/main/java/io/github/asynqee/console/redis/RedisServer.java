package io.github.asynqee.console.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** What a Redis reports about itself besides {@code INFO}. Where an ACL forbids a command its part is empty. */
public final class RedisServer {

    private static final int SLOW_COMMANDS = 50;
    private static final int SHOWN = 3;

    private final ConsoleRedis redis;

    public RedisServer(ConsoleRedis redis) {
        this.redis = redis;
    }

    /**
     * A command that took long.
     *
     * @param at when
     * @param micros how long, in microseconds
     * @param command its name and first arguments; the values of others are left out
     */
    public record SlowCommand(Instant at, long micros, String command) {}

    /** The latest slow commands of the node that answers, the latest first. */
    public List<SlowCommand> slowCommands() {
        List<SlowCommand> found = new ArrayList<>();
        Object reply = allowed(RedisCommand.command(Command.SLOWLOG).arg("GET").arg(SLOW_COMMANDS));
        for (Object entry : Replies.list(reply)) {
            List<?> fields = Replies.list(entry);
            found.add(new SlowCommand(Instant.ofEpochSecond(Replies.number(fields.get(1))),
                    Replies.number(fields.get(2)), command(Replies.list(fields.get(3)))));
        }
        return found;
    }

    /** Arguments can be payloads: only the name and the key are shown. */
    private static String command(List<?> words) {
        List<String> shown = new ArrayList<>();
        boolean script = !words.isEmpty() && Replies.text(words.get(0)).toLowerCase(Locale.ROOT)
                .startsWith("eval");
        int count = script ? SHOWN + 1 : 2;
        for (int i = 0; i < Math.min(count, words.size()); i++) {
            String word = Replies.text(words.get(i));
            shown.add(script && i == 1 && word.length() > 40 ? "(script)" : word);
        }
        return String.join(" ", shown) + (words.size() > count ? " …" : "");
    }

    /** {@code CLUSTER INFO} as field to value; empty unless Redis is a cluster. */
    public Map<String, String> cluster() {
        Map<String, String> fields = new LinkedHashMap<>();
        Object reply = allowed(RedisCommand.command(Command.CLUSTER).arg("INFO"));
        if (reply != null) {
            Replies.text(reply).lines().filter(line -> line.indexOf(':') > 0).forEach(
                    line -> fields.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1)));
        }
        return fields;
    }

    private Object allowed(RedisCommand command) {
        try {
            return redis.executor().send(command);
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            throw e;
        } catch (BrokerException e) {
            return null;
        }
    }
}
