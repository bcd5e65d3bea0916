package io.github.asynqee.console.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** What a Redis reports about itself, each master of a cluster for itself. Where an ACL forbids a command its part is empty. */
public final class RedisServer {

    private static final int SLOW_COMMANDS = 50;
    private static final int SHOWN = 3;
    /** The key of a unique lock; Redis cuts long arguments. */
    private static final String DIGEST = "(?s)(.*:unique:.*:)[0-9a-f]{1,32}(\\.{3} \\(\\d+ more bytes\\))?";

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
     * @param node the address of the node of a cluster, {@code null} unless there are several
     */
    public record SlowCommand(Instant at, long micros, String command, String node) {}

    /**
     * A server with data: the one, or a master of a cluster.
     *
     * @param info what it reports, empty if it cannot be read
     * @param slow its latest slow commands
     */
    public record Node(String address, Map<String, String> info, List<SlowCommand> slow) {}

    /** All masters; those that are down have no information. Empty behind a proxy. */
    public List<Node> nodes() {
        List<String> masters = redis.executor().masters();
        List<Node> nodes = masters.stream().map(master -> node(master, masters.size() > 1)).toList();
        if (!nodes.isEmpty() && nodes.stream().allMatch(node -> node.info().isEmpty())) {
            // fails with the reason
            redis.inspector().redisInfo();
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

    /** Arguments can be payloads: only the name and the key are shown, of a unique lock without the digest of a payload. */
    static String command(List<?> words) {
        List<String> shown = new ArrayList<>();
        boolean script = !words.isEmpty() && Replies.text(words.get(0)).toLowerCase(Locale.ROOT)
                .startsWith("eval");
        int count = script ? SHOWN + 1 : 2;
        for (int i = 0; i < Math.min(count, words.size()); i++) {
            String word = Replies.text(words.get(i));
            shown.add(script && i == 1 && word.length() > 40 ? "(script)" : word.replaceFirst(DIGEST, "$1***"));
        }
        return String.join(" ", shown) + (words.size() > count ? " …" : "");
    }

    /** {@code CLUSTER INFO} as field to value; empty if it cannot be read. */
    public Map<String, String> cluster() {
        Map<String, String> fields = new LinkedHashMap<>();
        Reply reply = redis.executor().send(List.of(RedisCommand.command(Command.CLUSTER).arg("INFO"))).get(0);
        if (reply.error() == null) {
            fields(reply, fields);
        }
        return fields;
    }
}
