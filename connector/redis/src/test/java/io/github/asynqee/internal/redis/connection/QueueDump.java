package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** All keys of a node with their content, whether it expires included. */
final class QueueDump {

    private QueueDump() {}

    /** @param asking whether the node is only about to get the slot of the keys */
    static Map<String, String> of(Connection node, boolean asking) {
        List<String> keys = new ArrayList<>();
        for (Object key : (List<?>) node.executeCommand(command(Command.KEYS, "*"))) {
            keys.add(text(key));
        }
        List<Object> types = all(node, asking, keys.stream().map(key -> command(Command.TYPE, key)).toList());
        List<Object> lives = all(node, asking, keys.stream().map(key -> command(Command.TTL, key)).toList());
        List<CommandArguments> reads = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            reads.add(switch (text(types.get(i))) {
                case "string" -> command(Command.GET, key);
                case "list" -> command(Command.LRANGE, key, "0", "-1");
                case "set" -> command(Command.SMEMBERS, key);
                case "zset" -> command(Command.ZRANGE, key, "0", "-1", "WITHSCORES");
                default -> command(Command.HGETALL, key);
            });
        }
        List<Object> values = all(node, asking, reads);
        Map<String, String> dump = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String life = ((Long) lives.get(i)) < 0 ? "" : " expires";
            dump.put(keys.get(i), content(text(types.get(i)), values.get(i)) + life);
        }
        return dump;
    }

    private static String content(String type, Object value) {
        if (type.equals("string")) {
            return text(value);
        }
        List<String> texts = ((List<?>) value).stream().map(QueueDump::text).toList();
        if (type.equals("set")) {
            return new TreeSet<>(texts).toString();
        }
        if (type.equals("hash")) {
            Map<String, String> fields = new TreeMap<>();
            for (int i = 0; i < texts.size(); i += 2) {
                fields.put(texts.get(i), texts.get(i + 1));
            }
            return fields.toString();
        }
        return texts.toString();
    }

    private static List<Object> all(Connection node, boolean asking,
            List<CommandArguments> commands) {
        List<Object> replies = new ArrayList<>();
        for (CommandArguments command : commands) {
            if (asking) {
                node.sendCommand(Command.ASKING);
            }
            node.sendCommand(command);
        }
        for (int i = 0; i < commands.size(); i++) {
            if (asking) {
                node.getOne();
            }
            replies.add(node.getOne());
        }
        return replies;
    }

    private static CommandArguments command(Command command, String... arguments) {
        CommandArguments result = new CommandArguments(command);
        for (String argument : arguments) {
            result.add(argument);
        }
        return result;
    }

    private static String text(Object value) {
        return new String((byte[]) value, UTF_8);
    }
}
