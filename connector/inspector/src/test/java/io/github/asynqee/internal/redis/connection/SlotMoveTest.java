package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A slot moves key by key: each script has its whole effect and reply, or none and is refused. No keys have moved,
 * all, and some of the other combinations of kinds; the profile {@code thorough} tries all.
 */
@Tag("thorough")
class SlotMoveTest {

    private static final int SLOT = JedisClusterCRC16.getSlot(ScriptCalls.Q);

    /** Keys that move together. */
    private static final List<Predicate<String>> KINDS = List.of(
            key -> key.matches(".*}:pending"),
            key -> key.matches(".*}:(active|lease)"),
            key -> key.matches(".*}:(scheduled|retry|archived|completed)"),
            key -> key.matches(".*}:(groups|g:.*|aggregation_sets)"),
            key -> key.matches(".*}:t:.*1"),
            key -> key.matches(".*}:t:.*[^1]"),
            key -> !key.matches(".*}:(pending|active|lease|scheduled|retry|archived|completed|groups|g:.*"
                    + "|aggregation_sets|t:.*)"));

    private static final int ALL_KINDS = (1 << KINDS.size()) - 1;
    /** Number of combinations of moved key kinds that are tested with each call. */
    private static final int SOME = 2;

    private static EmbeddedRedisCluster cluster;
    private static RedisConnections connections;
    private static RedisExecutor executor;
    private static Jedis source;
    private static Jedis target;

    @BeforeAll
    static void start() {
        cluster = EmbeddedRedisCluster.start();
        int owner = SLOT * 3 / 16_384;
        source = TestRedis.connect(cluster.nodes().get(owner));
        target = TestRedis.connect(cluster.nodes().get((owner + 1) % 3));
        connections = new RedisConnections(RedisConfig.of(cluster.url()));
        executor = new RedisExecutor(connections, RedisClock.measured(), new Uncounted());
    }

    @AfterAll
    static void stop() {
        connections.close();
        source.close();
        target.close();
        cluster.close();
    }

    @BeforeEach
    @AfterEach
    void clear() {
        source.flushAll();
        target.flushAll();
        source.clusterSetSlotStable(SLOT);
        target.clusterSetSlotStable(SLOT);
    }

    private static void store() {
        try (Pipeline pipeline = source.pipelined()) {
            ScriptCalls.store(pipeline);
        }
    }

    private static Map<String, String> dump() {
        Map<String, String> all = new TreeMap<>(QueueDump.of(source.getConnection(), false));
        QueueDump.of(target.getConnection(), true)
                .forEach((key, value) -> assertThat(all.put(key, value)).as(key).isNull());
        return all;
    }

    /** Moves the keys of some kinds. */
    private static void move(int kinds) {
        List<String> moved = new ArrayList<>();
        for (String key : source.keys("*")) {
            for (int kind = 0; kind < KINDS.size(); kind++) {
                if ((kinds & 1 << kind) != 0 && KINDS.get(kind).test(key)) {
                    moved.add(key);
                }
            }
        }
        target.clusterSetSlotImporting(SLOT, source.clusterMyId());
        source.clusterSetSlotMigrating(SLOT, target.clusterMyId());
        if (!moved.isEmpty()) {
            source.migrate("127.0.0.1", target.getConnection().getHostAndPort().getPort(), 5000,
                    MigrateParams.migrateParams(), moved.toArray(String[]::new));
        }
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    void a_script_has_its_whole_effect_or_none(Script script) {
        assertThat(ScriptCalls.of(script)).as("calls of " + script + " in ScriptCalls").isNotEmpty();
        boolean changes = false;
        for (RedisCommand call : ScriptCalls.of(script)) {
            clear();
            store();
            Map<String, String> before = dump();
            Reply reply = executor.send(List.of(call)).get(0);
            assertThat(reply.error()).isNull();
            Map<String, String> after = dump();
            changes |= !after.equals(before);
            for (int kinds : combinations(call)) {
                clear();
                store();
                move(kinds);
                assertWholeOrNothing(call, reply.value(), before, after, kinds);
            }
        }
        assertThat(changes).isEqualTo(!new String(script.lua().text()).contains("Changes nothing."));
    }

    private static List<Integer> combinations(RedisCommand call) {
        List<Integer> combinations = new ArrayList<>(List.of(0, ALL_KINDS));
        combinations.addAll(Sample.of(call, IntStream.range(1, ALL_KINDS).boxed().toList(), SOME));
        return combinations;
    }

    private static void assertWholeOrNothing(RedisCommand call, Object reply, Map<String, String> before,
            Map<String, String> after, int kinds) {
        String what = call + ", moved " + Integer.toBinaryString(kinds);
        if (call.needsWholeSlot()) {
            assertRefused(call, what);
        }
        Reply moving = executor.send(List.of(call)).get(0);
        if (moving.error() == null) {
            assertThat(Replies.areSame(moving.value(), reply)).as(what + ": the reply").isTrue();
            assertThat(dump()).as(what).isEqualTo(after);
        } else {
            assertThat(moving.error()).as(what).isInstanceOf(SlotMovingException.class);
            assertThat(dump()).as(what).isEqualTo(before);
        }
    }

    /** Redis itself refuses the script on both nodes. */
    private static void assertRefused(RedisCommand call, String what) {
        CommandArguments script = call.toArgumentsWithText();
        assertThat(refusal(source.getConnection(), script)).as(what).containsPattern("TRYAGAIN|ASK");
        target.getConnection().executeCommand(Command.ASKING);
        assertThat(refusal(target.getConnection(), script)).as(what).contains("TRYAGAIN");
    }

    private static String refusal(Connection node, CommandArguments script) {
        try {
            return "executed: " + node.executeCommand(script);
        } catch (JedisDataException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }
}
