package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.internal.outage.WritesRefusedException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class RedisErrorsTest {

    private static BrokerException refused(JedisDataException e) {
        return RedisErrors.refused("PING", e);
    }

    @ParameterizedTest
    @ValueSource(strings = { "LOADING Redis is loading the dataset in memory",
            "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
            "MASTERDOWN Link with MASTER is down", "READONLY You can't write against a read only replica.",
            "BUSY Redis is busy running a script", "CLUSTERDOWN The cluster is down", "TRYAGAIN Multiple keys",
            "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write",
            "OOM command not allowed when used memory > 'maxmemory'." })
    void what_may_be_done_later_is_unavailable(String reply) {
        assertThat(refused(new JedisDataException(reply))).isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining(reply);
    }

    @ParameterizedTest
    @ValueSource(strings = { "READONLY You can't write against a read only replica.",
            "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write",
            "MISCONF Redis is configured to save RDB snapshots", "NOREPLICAS Not enough good replicas to write.",
            "OOM command not allowed when used memory > 'maxmemory'." })
    void what_only_writes_are_refused_for_is_no_outage(String reply) {
        assertThat(refused(new JedisDataException(reply))).isInstanceOf(WritesRefusedException.class);
        assertThat(refused(new JedisDataException("LOADING"))).isNotInstanceOf(WritesRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "ERR Connection refused", "ERR Host is down" })
    void what_a_proxy_could_not_pass_on_is_unavailable(String reply) {
        assertThat(refused(new JedisDataException(reply))).isInstanceOf(BrokerUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "ERR Connection timed out", "ERR Connection reset by peer", "ERR unknown" })
    void what_a_proxy_may_have_passed_on_is_ambiguous(String reply) {
        assertThat(refused(new JedisDataException(reply))).isInstanceOf(AmbiguousResultException.class);
        assertThat(refused(new JedisDataException("ERR unknown command 'X'")))
                .isNotInstanceOf(AmbiguousResultException.class);
    }

    @Test
    void what_another_node_does_is_unavailable_here() {
        HostAndPort node = new HostAndPort("127.0.0.1", 1);

        assertThat(refused(new JedisMovedDataException("MOVED 1 127.0.0.1:1", node, 1)))
                .isInstanceOf(BrokerUnavailableException.class);
        assertThat(refused(new JedisAskDataException("ASK 1 127.0.0.1:1", node, 1)))
                .isInstanceOf(BrokerUnavailableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "ERR unknown command 'BLMOVE'", "NOPERM this user has no permissions",
            "WRONGTYPE Operation against a key holding the wrong kind of value", "NOAUTH Authentication required." })
    void what_is_refused_for_good_is_not(String reply) {
        assertThat(refused(new JedisDataException(reply))).isExactlyInstanceOf(BrokerException.class)
                .hasMessageContaining(reply);
    }

    @ParameterizedTest
    @ValueSource(strings = { "NOPERM this user has no permissions to run the 'memory' command or its subcommand",
            "NOPERM User a has no permissions to run the 'info' command", "ERR unknown command 'INFO'",
            "ERR ACL failure in script: User a has no permissions to run the 'memory|usage' command",
            "ERR The user executing the script can't run this command or subcommand script: f_1",
            "ERR Unknown Redis command called from script script: f_1",
            "ERR This Redis command is not allowed from script script: f_1" })
    void a_command_that_redis_never_executes_is_forbidden(String reply) {
        assertThat(RedisErrors.isForbidden(refused(new JedisDataException(reply)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "NOPERM this user has no permissions to access one of the keys used as arguments",
            "NOPERM No permissions to access a key", "NOPERM User a has no permissions to access the 'b' key",
            "ERR ACL failure in script: User a has no permissions to access the 'b' key",
            "WRONGTYPE Operation against a key holding the wrong kind of value" })
    void a_command_whose_keys_alone_are_refused_is_not_forbidden(String reply) {
        assertThat(RedisErrors.isForbidden(refused(new JedisDataException(reply)))).isFalse();
    }
}
