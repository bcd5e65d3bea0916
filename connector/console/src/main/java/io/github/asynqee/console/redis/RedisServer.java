package io.github.asynqee.console.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.lua.LuaText;
import redis.clients.jedis.Protocol.Command;

/** The state that a Redis reports, for each master of a Cluster. If an ACL forbids a command, its part is empty. */
public final class RedisServer {

    private static final int SLOW_COMMANDS = 50;
    private static final String CUT = "... (";
    /** In the key of a unique lock, which ends with the digest of a payload. */
    private static final String UNIQUE = ":unique:";

    private final ConsoleRedis redis;

    public RedisServer(ConsoleRedis redis) {
        this.redis = redis;
    }

    /**
     * A command that took long.
     *
     * @param at when
     * @param micros how long, in microseconds
     * @param command its name and first arguments; other arguments are omitted
     * @param node the address of the node of a cluster, {@code null} unless there are several
     */
    public record SlowCommand(Instant at, long micros, String command, String node) {}

    /**
     * A server with data: the single server, or a master of a Cluster.
     *
     * @param info its INFO, empty if it cannot be read
     * @param slow its latest slow commands
     */
    public record Node(String address, Map<String, String> info, List<SlowCommand> slow) {}

    /** All masters; unreachable masters have no information. Empty behind a proxy. */
    public List<Node> nodes() {
        List<String> masters = redis.executor().masters();
        List<Node> nodes = masters.stream().map(master -> node(master, masters.size() > 1)).toList();
        if (!nodes.isEmpty() && nodes.stream().allMatch(node -> node.info().isEmpty())) {
            // fails with the reason
            redis.executor().send(RedisCommand.command(Command.INFO));
        }
        return nodes;
    }

    private Node node(String master, boolean isOneOfSeveral) {
        Map<String, String> info = new TreeMap<>();
        Reply reply = redis.executor().read(master, RedisCommand.command(Command.INFO));
        if (reply.error() != null) {
            return new Node(master, info, List.of());
        }
        fields(reply, info);
        List<SlowCommand> slow = new ArrayList<>();
        Reply log = redis.executor().read(master, RedisCommand.command(Command.SLOWLOG).arg("GET").arg(SLOW_COMMANDS));
        for (Object entry : Replies.list(log.error() == null ? log.value() : null)) {
            List<?> fields = Replies.list(entry);
            slow.add(new SlowCommand(Instant.ofEpochSecond(Replies.number(fields.get(1))),
                    Replies.number(fields.get(2)), command(Replies.list(fields.get(3))),
                    isOneOfSeveral ? master : null));
        }
        return new Node(master, info, slow);
    }

    private static void fields(Reply reply, Map<String, String> fields) {
        Replies.text(reply.value()).lines().filter(line -> !line.startsWith("#") && line.indexOf(':') > 0).forEach(
                line -> fields.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1)));
    }

    /**
     * Describes a command without its arguments, which can be payloads. Shows only the name of the command or known
     * script, and the key without a digest of a payload.
     */
    static String command(List<?> words) {
        String name = words.isEmpty() ? "" : Replies.text(words.get(0)).toLowerCase(Locale.ROOT);
        boolean script = name.startsWith("eval") || name.startsWith("fcall");
        int count = !script ? 2 : words.size() > 2 && Replies.text(words.get(2)).equals("0") ? 3 : 4;
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < Math.min(count, words.size()); i++) {
            boolean source = i == 1 && (name.equals("eval") || name.equals("eval_ro"));
            boolean digest = i == 1 && name.startsWith("evalsha");
            String word = Replies.text(words.get(i));
            shown.add(source ? "(script)" : digest ? LuaText.nameOf(word).orElse(word) : withoutDigest(word));
        }
        return String.join(" ", shown) + (words.size() > count ? " …" : "");
    }

    /** Redis may have cut the digest, with a note in its place. */
    private static String withoutDigest(String key) {
        int cut = key.lastIndexOf(CUT);
        String end = cut > 0 && key.endsWith(" more bytes)") ? key.substring(0, cut) : key;
        int digest = end.lastIndexOf(':') + 1;
        boolean unique = digest > 0 && end.substring(0, digest - 1).contains(UNIQUE) && digest < end.length();
        return unique && end.chars().skip(digest).allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')
                ? key.substring(0, digest) + "***"
                : key;
    }

    /** {@code CLUSTER INFO} of the first master that answers, as field to value; empty if no master answers. */
    public Map<String, String> cluster() {
        Map<String, String> fields = new LinkedHashMap<>();
        RedisCommand info = RedisCommand.command(Command.CLUSTER).arg("INFO");
        redis.executor().masters().stream().map(master -> redis.executor().read(master, info))
                .filter(reply -> reply.error() == null).findFirst().ifPresent(reply -> fields(reply, fields));
        return fields;
    }
}
