package io.github.asynqee.internal.redis.connection;

import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.COMMAND_FORBIDDEN;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.FOR_GOOD;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.KEY_FORBIDDEN;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.MAYBE_DONE;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.NOT_NOW;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.NO_WRITES;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.SLOT_MOVES;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.WRONG_TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.WritesRefusedException;
import io.github.asynqee.internal.redis.connection.RedisErrors.Kind;
import io.github.asynqee.internal.redis.connection.RedisErrors.Row;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class RedisErrorsTest {

    /** Replies of Redis 6.2 to 8, Valkey, and Twemproxy. */
    private static final Map<Kind, List<String>> REPLIES = Map.of(
            NO_WRITES, List.of("READONLY You can't write against a read only replica.",
                    "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write",
                    "MISCONF Redis is configured to save RDB snapshots",
                    "NOREPLICAS Not enough good replicas to write.",
                    "OOM command not allowed when used memory > 'maxmemory'.",
                    "ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed"),
            SLOT_MOVES, List.of("TRYAGAIN Multiple keys request during rehashing of slot"),
            NOT_NOW, List.of("LOADING Redis is loading the dataset in memory", "MASTERDOWN Link with MASTER is down",
                    "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
                    "BUSY Redis is busy running a script", "CLUSTERDOWN The cluster is down",
                    "ERR max number of clients reached", "ERR Connection refused", "ERR Host is down",
                    "ERR No route to host", "ERR Network is unreachable"),
            MAYBE_DONE, List.of("ERR Connection timed out", "ERR Connection reset by peer", "ERR Broken pipe",
                    "ERR Input/output error", "ERR unknown"),
            COMMAND_FORBIDDEN, List.of(
                    "NOPERM this user has no permissions to run the 'memory' command or its subcommand",
                    "NOPERM User a has no permissions to run the 'info' command", "ERR unknown command 'INFO'",
                    "ERR ACL failure in script: User a has no permissions to run the 'memory|usage' command",
                    "ERR The user executing the script can't run this command or subcommand script: f_1",
                    "ERR Unknown Redis command called from script script: f_1",
                    "ERR This Redis command is not allowed from script script: f_1"),
            KEY_FORBIDDEN, List.of("NOPERM this user has no permissions to access one of the keys used as arguments",
                    "NOPERM No permissions to access a key", "NOPERM User a has no permissions to access the 'b' key",
                    "ERR ACL failure in script: User a has no permissions to access the 'b' key"),
            WRONG_TYPE, List.of("WRONGTYPE Operation against a key holding the wrong kind of value",
                    "ERR Error running script: @user_script:1: -WRONGTYPE Operation against a key holding"),
            FOR_GOOD, List.of("NOAUTH Authentication required.", "ERR syntax error"));

    private static BrokerException refused(String reply) {
        return RedisErrors.refused("PING", new JedisDataException(reply));
    }

    @ParameterizedTest
    @EnumSource
    void each_reply_is_of_one_kind_and_stays_in_the_message(Kind kind) {
        assertThat(REPLIES.get(kind)).isNotEmpty().allSatisfy(reply -> {
            assertThat(RedisErrors.kind(new JedisDataException(reply))).isEqualTo(kind);
            assertThat(refused(reply)).hasMessage("Redis refused PING: " + reply);
        });
    }

    @Test
    void each_row_of_the_table_has_a_reply_here_that_no_row_before_it_matches() {
        assertThat(RedisErrors.ROWS).allSatisfy(row -> assertThat(REPLIES.values().stream().flatMap(List::stream))
                .anyMatch(reply -> row.equals(first(reply))));
    }

    private static Row first(String reply) {
        return RedisErrors.ROWS.stream().filter(row -> row.matches(reply)).findFirst().orElse(null);
    }

    @ParameterizedTest
    @EnumSource
    void callers_learn_whether_the_command_may_have_been_executed_and_may_be_sent_again(Kind kind) {
        Class<? extends BrokerException> exception = switch (kind) {
            case NO_WRITES -> WritesRefusedException.class;
            case SLOT_MOVES -> SlotMovingException.class;
            case NOT_NOW -> BrokerUnavailableException.class;
            case MAYBE_DONE -> AmbiguousResultException.class;
            case COMMAND_FORBIDDEN, KEY_FORBIDDEN, WRONG_TYPE, FOR_GOOD -> BrokerException.class;
        };

        assertThat(refused(REPLIES.get(kind).get(0))).isExactlyInstanceOf(exception);
    }

    @ParameterizedTest
    @EnumSource
    void callers_can_ask_for_the_kinds_that_they_treat_apart(Kind kind) {
        BrokerException error = refused(REPLIES.get(kind).get(0));

        assertThat(RedisErrors.isForbidden(error)).isEqualTo(kind == COMMAND_FORBIDDEN);
        assertThat(RedisErrors.isDenied(error)).isEqualTo(kind == COMMAND_FORBIDDEN || kind == KEY_FORBIDDEN);
        assertThat(RedisErrors.isWrongType(error)).isEqualTo(kind == WRONG_TYPE);
    }

    @Test
    void a_replica_is_told_by_its_reply_also_in_a_script() {
        assertThat(REPLIES.get(NO_WRITES)).filteredOn(reply -> RedisErrors.isReadOnly(refused(reply)))
                .containsExactlyElementsOf(REPLIES.get(NO_WRITES).subList(0, 2));
        assertThat(RedisErrors.isReadOnly(null)).isFalse();
    }

    @Test
    void what_another_node_does_is_not_done_here() {
        HostAndPort node = new HostAndPort("127.0.0.1", 1);

        assertThat(RedisErrors.kind(new JedisMovedDataException("MOVED 1 127.0.0.1:1", node, 1))).isEqualTo(NOT_NOW);
        assertThat(RedisErrors.kind(new JedisAskDataException("ASK 1 127.0.0.1:1", node, 1))).isEqualTo(SLOT_MOVES);
    }

    @Test
    void the_reason_is_the_deepest_that_says_something() {
        JedisConnectionException late = new JedisConnectionException("no connection could be made",
                new TimeoutException());
        assertThat(RedisErrors.reason(RedisErrors.cause(new BrokerUnavailableException("EVALSHA was not sent", late))))
                .isEqualTo("no connection could be made");

        JedisConnectionException each = new JedisConnectionException("Failed to connect to any host");
        each.addSuppressed(new ConnectException("Connection refused"));
        each.addSuppressed(new ConnectException("No route to host"));
        assertThat(RedisErrors.cause(each)).hasMessage("Connection refused");

        assertThat(RedisErrors.reason(RedisErrors.cause(new ClosedChannelException())))
                .isEqualTo("ClosedChannelException");
    }
}
