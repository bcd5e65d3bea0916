package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisServerTest {

    @Test
    void the_reason_is_shown_in_place_of_facts_if_the_user_may_not_execute_INFO() {
        try (EmbeddedRedis server = EmbeddedRedis.start(); Jedis admin = new Jedis(server.host(), server.port())) {
            admin.aclSetUser("service", "on", ">secret", "~*", "&*", "+@all", "-info");
            String url = "redis://service:secret@" + server.host() + ":" + server.port();
            try (ConsoleRedis redis = new ConsoleRedis("default", url, Thread::new)) {
                assertThatThrownBy(() -> new RedisServer(redis).nodes()).isInstanceOf(BrokerException.class)
                        .hasMessageContaining("NOPERM");
            }
        }
    }
}
