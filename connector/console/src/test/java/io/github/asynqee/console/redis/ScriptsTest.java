package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The console's own scripts, while their slot moves and without a permission: whole effect, or none and an error. */
class ScriptsTest {

    private static final String LEASE = "{x}:lease";
    private static final String INCIDENTS = "{x}:incidents";
    private static final String HISTORY = "{x}:history";
    private static final String SETTINGS = "{x}:settings";
    private static final String JOB = "{x}";
    private static final String FAILURES = "{x}:failures";
    private static final int SLOT = JedisClusterCRC16.getSlot(JOB);
    private static final String USER = "restricted";

    private static EmbeddedRedisCluster cluster;
    private static RedisBroker broker;
    private static Jedis source;
    private static Jedis target;
    private static Jedis restricted;
    private static Set<String> commands;

    @BeforeAll
    static void start() {
        cluster = EmbeddedRedisCluster.start();
        int owner = SLOT * 3 / 16_384;
        source = connect(cluster.nodes().get(owner));
        target = connect(cluster.nodes().get((owner + 1) % 3));
        broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
        commands = source.command().keySet();
        allow("+@all");
        restricted = connect(cluster.nodes().get(owner));
        restricted.auth(USER, "secret");
    }

    @AfterAll
    static void stop() {
        broker.close();
        source.close();
        target.close();
        restricted.close();
        cluster.close();
    }

    private static Jedis connect(EmbeddedRedis node) {
        return new Jedis(node.host(), node.port());
    }

    private static void allow(String... rules) {
        List<String> user = new ArrayList<>(List.of("reset", "on", ">secret", "~*"));
        user.addAll(List.of(rules));
        source.aclSetUser(USER, user.toArray(String[]::new));
    }

    record Call(List<String> keys, List<String> arguments) {

        static Call of(List<String> keys, Object... arguments) {
            return new Call(keys, Stream.of(arguments).map(String::valueOf).toList());
        }
    }

    /** Calls of a script that change something. */
    private static List<Call> calls(ConsoleScript script) {
        return switch (script) {
            case CLAIM_ALERTS -> List.of(Call.of(List.of(LEASE), "h", 90_000));
            case SAVE_ALERTS -> List.of(
                    Call.of(List.of(LEASE, INCIDENTS, HISTORY), "h", 90_000, 100, 200, 2, 1, "a", "new", "b", "over"),
                    Call.of(List.of(LEASE, INCIDENTS, HISTORY), "h", 90_000, 100, 200, 0, 2, "a", "b", "over"));
            case SAVE_SETTINGS -> List.of(Call.of(List.of(SETTINGS), "old", "new"));
            case BEGIN_STEP -> List.of(Call.of(List.of(JOB, LEASE), "h"));
            case CREATE_JOB -> List.of(Call.of(List.of("{x}:new"), 100, "action", "archive"));
            case RELEASE_LEASE -> List.of(Call.of(List.of(LEASE), "h", 0), Call.of(List.of(LEASE), "h", 30_000));
            case SAVE_JOB -> List.of(
                    Call.of(List.of(JOB, LEASE, FAILURES), "h", 90_000, 100, 10, 2, "done", "1", "failure"));
        };
    }

    /** The changes of a rejected and repeated call that differ from its effect, by the missing command. */
    private static Map<String, String> remains(ConsoleScript script) {
        return script == ConsoleScript.SAVE_ALERTS
                ? Map.of("hdel", "incidents that are over, in the history twice", "ltrim", "the same") : Map.of();
    }

    private static void clear() {
        source.flushAll();
        target.flushAll();
        source.clusterSetSlotStable(SLOT);
        target.clusterSetSlotStable(SLOT);
    }

    private static void store() {
        clear();
        source.set(LEASE, "h", SetParams.setParams().px(60_000));
        source.hset(INCIDENTS, Map.of("a", "1", "b", "2"));
        source.rpush(HISTORY, "x");
        source.set(SETTINGS, "old");
        source.hset(JOB, Map.of("action", "archive", "stepping", "h"));
        source.rpush(FAILURES, "f");
    }

    private static void addTo(Map<String, String> dump, Jedis node, boolean asking) {
        for (String key : node.keys("*")) {
            if (asking) {
                node.sendCommand(Command.ASKING);
            }
            String type = node.type(key);
            if (asking) {
                node.sendCommand(Command.ASKING);
            }
            String content = switch (type) {
                case "string" -> node.get(key);
                case "list" -> node.lrange(key, 0, -1).toString();
                default -> new TreeMap<>(node.hgetAll(key)).toString();
            };
            if (asking) {
                node.sendCommand(Command.ASKING);
            }
            // in steps, so that the time a test takes is not seen
            assertThat(dump.put(key, content + " ends in " + Math.round(node.pttl(key) / 10_000.0))).isNull();
        }
    }

    private static Map<String, String> dump() {
        Map<String, String> dump = new TreeMap<>();
        addTo(dump, source, false);
        addTo(dump, target, true);
        return dump;
    }

    private static RedisCommand command(ConsoleScript script, Call call) {
        RedisCommand command = RedisCommand.script(script);
        call.keys().forEach(command::key);
        call.arguments().forEach(command::arg);
        return command;
    }

    private static Reply send(ConsoleScript script, Call call) {
        return broker.executor().send(List.of(command(script, call))).get(0);
    }

    @ParameterizedTest
    @EnumSource
    void a_script_has_its_whole_effect_or_none_while_its_slot_moves(ConsoleScript script) {
        List<Call> calls = calls(script);
        assertThat(calls).as("calls of " + script).isNotEmpty();
        for (Call call : calls) {
            store();
            Map<String, String> before = dump();
            assertThat(send(script, call).error()).isNull();
            Map<String, String> after = dump();
            assertThat(after).isNotEqualTo(before);
            for (int moved = 0; moved < 1 << call.keys().size(); moved++) {
                store();
                move(call.keys(), moved);
                Reply reply = send(script, call);
                String what = call + ", moved " + Integer.toBinaryString(moved) + ": " + reply.error();
                if (reply.error() == null) {
                    assertThat(dump()).as(what).isEqualTo(after);
                } else {
                    assertThat(reply.error()).as(what).isInstanceOf(SlotMovingException.class);
                    assertThat(dump()).as(what).isEqualTo(before);
                }
            }
        }
        clear();
    }

    @Test
    void the_console_waits_three_seconds_for_a_slot_that_is_moving() {
        Call call = calls(ConsoleScript.SAVE_JOB).get(0);
        RedisCommand save = command(ConsoleScript.SAVE_JOB, call);
        store();
        move(call.keys(), 1);
        try (ConsoleRedis redis = new ConsoleRedis("default", cluster.url(), Thread::new)) {
            long begin = System.nanoTime();

            assertThatThrownBy(() -> redis.executor().send(save)).isInstanceOf(SlotMovingException.class);

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(2_900),
                    Duration.ofSeconds(8));
        }
        clear();
    }

    private static void move(List<String> keys, int moved) {
        target.clusterSetSlotImporting(SLOT, source.clusterMyId());
        source.clusterSetSlotMigrating(SLOT, target.clusterMyId());
        for (int i = 0; i < keys.size(); i++) {
            if ((moved & 1 << i) != 0) {
                source.migrate("127.0.0.1", target.getConnection().getHostAndPort().getPort(), 5000,
                        MigrateParams.migrateParams(), keys.get(i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_call_without_a_permission_can_be_repeated_with_it(ConsoleScript script) {
        String text = new String(script.lua().text(), StandardCharsets.UTF_8);
        Set<String> remaining = new TreeSet<>();
        for (Call call : calls(script)) {
            store();
            Map<String, String> before = dump();
            send(script, call);
            Map<String, String> after = dump();
            for (String command : commandsOf(text)) {
                allow("+@all", "-" + command);
                store();
                String error = refusal(text, call);
                if (error.isEmpty()) {
                    assertThat(dump()).as(call + " without " + command).isEqualTo(after);
                } else if (!dump().equals(before)) {
                    allow("+@all");
                    assertThat(refusal(text, call)).isEmpty();
                    if (!dump().equals(after)) {
                        remaining.add(command);
                    }
                }
            }
        }
        assertThat(remaining).as(script.name()).isEqualTo(remains(script).keySet());
    }

    private static String refusal(String text, Call call) {
        try {
            restricted.eval(text, call.keys(), call.arguments());
            return "";
        } catch (JedisDataException e) {
            return e.getMessage();
        }
    }

    private static Set<String> commandsOf(String text) {
        return Pattern.compile("'([A-Z]+)'").matcher(text).results()
                .map(name -> name.group(1).toLowerCase(Locale.ROOT)).filter(commands::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
