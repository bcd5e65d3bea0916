package io.github.asynqee.console.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleConfigTest {

    private static ConsoleConfig config(Map<String, String> values) {
        return ConsoleConfig.of(name -> Optional.ofNullable(values.get(name)), values.keySet());
    }

    @Test
    void without_properties_one_redis_on_this_host() {
        ConsoleConfig config = config(Map.of());

        assertThat(config.redises()).containsExactly(new RedisEntry("default", "redis://localhost:6379"));
        assertThat(config.readOnly()).isFalse();
        assertThat(config.mask()).isEmpty();
        assertThat(config.refresh()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void several_redis_by_name() {
        ConsoleConfig config = config(
                Map.of("asynq.console.redis.two.url", "redis://b:1", "asynq.console.redis.one.url",
                        "redis-cluster://a:1,b:2", "asynq.console.url", "redis://c:3", "asynq.console.mask", "/a, /b/c",
                        "asynq.console.refresh", "500ms", "asynq.console.read-only", "true"));

        assertThat(config.redises()).extracting(RedisEntry::name).containsExactly("default", "one", "two");
        assertThat(config.mask()).containsExactly("/a", "/b/c");
        assertThat(config.readOnly()).isTrue();
        assertThat(config(Map.of("asynq.console.redis.two.url", "redis://b:1")).redises())
                .extracting(RedisEntry::name).containsExactly("two");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "asynq.console.url | http://x", "asynq.console.read-only | yes",
            "asynq.console.mask | password", "asynq.console.refresh | 2", "asynq.console.refresh | 10ms",
            "asynq.console.refresh | 1h", "asynq.console.origins | ops.example.com",
            "asynq.console.origins | https://ops.example.com/", "asynq.console.redis.Upper.url | redis://a",
            "asynq.console.redis.session.url | redis://a", "asynq.console.redis.one.url | ''" })
    void a_wrong_value_is_refused_with_the_name_of_its_property(String name, String value) {
        assertThatThrownBy(() -> config(Map.of(name, value))).isInstanceOf(ConfigException.class)
                .hasMessageContaining(name);
    }

    @Test
    void a_password_in_a_wrong_url_is_not_shown() {
        assertThatThrownBy(() -> config(Map.of("asynq.console.url", "http://u:secret@x")))
                .isInstanceOf(ConfigException.class).hasMessageNotContaining("secret");
    }
}
