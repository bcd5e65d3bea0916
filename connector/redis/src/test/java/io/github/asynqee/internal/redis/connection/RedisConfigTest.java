package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisConfigTest {

    @ParameterizedTest
    @CsvSource({ "redis://h, SINGLE, h:6379, '', '', 0, false", "redis://h:7, SINGLE, h:7, '', '', 0, false",
            "redis://h:7/3, SINGLE, h:7, '', '', 3, false", "redis://:p@h, SINGLE, h:6379, '', p, 0, false",
            "redis://u:p@h:7/1, SINGLE, h:7, u, p, 1, false", "rediss://h, SINGLE, h:6379, '', '', 0, true",
            "redis://u:p%40%3A%2F+@h, SINGLE, h:6379, u, p@:/+, 0, false",
            "redis://[::1]:7, SINGLE, [::1]:7, '', '', 0, false", "'  redis://h  ', SINGLE, h:6379, '', '', 0, false",
            "redis-proxy://u:p@h:7, PROXY, h:7, u, p, 0, false",
            "redis://redis_main, SINGLE, redis_main:6379, '', '', 0, false",
            "redis://redis.0:65535, SINGLE, redis.0:65535, '', '', 0, false",
            "'redis-cluster://node_1:7,shop_redis_1', CLUSTER, 'node_1:7,shop_redis_1:6379', '', '', 0, false",
            "'redis-sentinel://sentinel_1?master=m', SENTINEL, 'sentinel_1:26379', '', '', 0, false",
            "'redis-cluster://u:p@a:1,b:2', CLUSTER, 'a:1,b:2', u, p, 0, false",
            "'redis-cluster://a,b?tls=true', CLUSTER, 'a:6379,b:6379', '', '', 0, true",
            "'redis-sentinel://a,b:2/5?master=m', SENTINEL, 'a:26379,b:2', '', '', 5, false",
            "'redis-sentinel://a?master=m&username=u&password=p%26q', SENTINEL, 'a:26379', u, p&q, 0, false" })
    void a_url_says_which_redis(String url, RedisConfig.Kind kind, String hosts, String user, String password,
            int database, boolean tls) {
        RedisConfig config = RedisConfig.of(url);

        assertThat(config.kind()).isEqualTo(kind);
        assertThat(config.hosts().stream().map(Object::toString).toList()).containsExactly(hosts.split(","));
        assertThat(config.user()).isEqualTo(user);
        assertThat(config.password()).isEqualTo(password);
        assertThat(config.database()).isEqualTo(database);
        assertThat(config.tls()).isEqualTo(tls);
    }

    @Test
    void user_and_password_before_the_sentinels_are_theirs() {
        RedisConfig config = RedisConfig.of("redis-sentinel://watcher:s@a?master=m&password=p");

        assertThat(ClientConfigs.ofSentinels(config).getUser()).isEqualTo("watcher");
        assertThat(ClientConfigs.ofSentinels(config).getPassword()).isEqualTo("s");
        assertThat(ClientConfigs.ofSentinels(RedisConfig.of("redis-sentinel://:s@a?master=m")).getUser()).isNull();
        assertThat(config.user()).isEmpty();
        assertThat(config.password()).isEqualTo("p");
        assertThat(config.master()).isEqualTo("m");
    }

    @ParameterizedTest
    @CsvSource({ "localhost:6379, no scheme", "http://h, scheme is unknown", "redis-socket:///tmp/s, Unix sockets",
            "redis://, is not a host", "redis://h:x, is not a host", "redis://::1:7, is not a host",
            "redis://h:0, port that is not from 1 to 65535", "redis://h:70000, port that is not from 1 to 65535",
            "redis://h/x, not a database number",
            "redis://h/-1, not a database number", "'redis://a,b', several hosts", "redis://h?x=1, parameter \"x\"",
            "redis-sentinel://a, master=name", "redis-cluster://a/1, only database 0",
            "redis-proxy://a/1, only database 0",
            "'redis-proxy://a,b', several hosts",
            "redis://h?tls-verify=none, need TLS", "redis://h?tls-server=a, need TLS" })
    void any_other_url_is_refused_and_told_why(String url, String why) {
        assertThatThrownBy(() -> RedisConfig.of(url)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(url).hasMessageContaining(why).hasMessageContaining("allowed: redis://");
    }

    @Test
    void a_url_has_the_options_of_connections() {
        ConnectionOptions options = RedisConfig
                .of("rediss://h?connect-timeout=1s&command-timeout=500ms&max-connections=4&tls-verify=ca").options();

        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.commandTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(options.maxConnections()).isEqualTo(4);
        assertThat(options.verify()).isEqualTo(ConnectionOptions.Verify.CA);
    }

    @Test
    void an_option_of_the_url_precedes_its_default() {
        Map<String, String> defaults = Map.of("connect-timeout", "1s", "command-timeout", "2s", "master", "ignored");

        ConnectionOptions options = RedisConfig.of("redis://h?connect-timeout=7s", defaults).options();

        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(options.commandTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.maxConnections()).isEqualTo(32);
    }

    @ParameterizedTest
    @CsvSource({ "connect-timeout=x, a duration from 10ms to 5m", "connect-timeout=1ms, a duration from 10ms to 5m",
            "command-timeout=6m, a duration from 10ms to 5m", "max-connections=1, a number from 2",
            "max-connections=x, a number from 2", "trust-store=/none, that exists and can be read",
            "key-store=/tmp, that exists and can be read", "'tls-verify=maybe', 'full, ca or none'" })
    void an_invalid_option_is_refused_with_what_is_allowed(String option, String allowed) {
        assertThatThrownBy(() -> RedisConfig.of("redis://h?" + option)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(option.split("=")[0]).hasMessageContaining("allowed: ")
                .hasMessageContaining(allowed);
    }

    @ParameterizedTest
    @CsvSource({ "redis://u:secret@h:7/1", "redis://:secret@h", "'redis-sentinel://:secret@a?master=m&password=secret'",
            "'redis-cluster://u:secret@a:1,b:2?password=secret&tls=true'", "redis://u:se%40cret@h" })
    void passwords_are_not_shown(String url) {
        assertThat(RedisConfig.of(url).toString()).doesNotContain("cret").contains("***");
        assertThatThrownBy(() -> RedisConfig.of(url + (url.contains("?") ? "&x=1" : "?x=1")))
                .hasMessageNotContaining("cret");
    }

    @ParameterizedTest
    @ValueSource(strings = { "redis://app:se/cret@redis:6379", "redis://app:se?cret@redis", "redis://app:se?x=cret@h",
            "redis://app:a?cret=b@h", "redis://app:secret%zz@redis", "redis-sentinel://:se/cret@a,b?master=m",
            "redis://app:se/cret/1@redis", "redis://app:cret:cret@@redis x", "redis://h?password=se&cret",
            "redis://h?password=se&cret=1&tls=x", "rediss://h?trust-store-password=se&cret" })
    void parts_of_passwords_that_are_not_encoded_are_not_shown(String url) {
        assertThatThrownBy(() -> RedisConfig.of(url)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("cret");
    }

    @ParameterizedTest
    @ValueSource(strings = { "redis://u:S3c:cret@h:1/2", "redis://u:S3c@cret@h", "redis://cret@h" })
    void passwords_with_separators_are_not_shown(String url) {
        assertThat(RedisConfig.of(url).toString()).doesNotContain("cret").contains("***@h");
    }

    @Test
    void two_users_of_one_server_are_told_apart() {
        assertThat(RedisConfig.of("rediss://worker:secret@h:1/2")).hasToString("rediss://worker:***@h:1/2");
        assertThat(RedisConfig.of("redis://:secret@h")).hasToString("redis://:***@h");
    }

    @Test
    void tls_is_true_or_false_in_any_case_and_nothing_else() {
        assertThat(RedisConfig.of("redis-cluster://h?tls=TRUE").tls()).isTrue();
        assertThat(RedisConfig.of("redis-cluster://h?tls=False").tls()).isFalse();
        for (String wrong : new String[]{ "yes", "1", "" }) {
            assertThatThrownBy(() -> RedisConfig.of("redis-cluster://h?tls=" + wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("parameter \"tls\" is \"" + wrong + "\", neither true nor false");
        }
    }
}
