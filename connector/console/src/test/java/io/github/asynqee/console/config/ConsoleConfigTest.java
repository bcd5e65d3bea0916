package io.github.asynqee.console.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
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
                        "asynq.console.refresh", "500ms", "asynq.console.read-only", "true",
                        "asynq.console.budget", "500"));

        assertThat(config.redises()).extracting(RedisEntry::name).containsExactly("default", "one", "two");
        assertThat(config.mask()).containsExactly("/a", "/b/c");
        assertThat(config.readOnly()).isTrue();
        assertThat(config.budget()).isEqualTo(500);
        assertThat(config(Map.of("asynq.console.redis.two.url", "redis://b:1")).redises())
                .extracting(RedisEntry::name).containsExactly("two");
    }

    @Test
    void a_user_s_own_scope_counts_before_those_of_his_roles() {
        ConsoleConfig config = config(Map.of("asynq.console.scope.ann", "mails, b-*", "asynq.console.scope.team-a", "a",
                "asynq.console.scope.team-b", "b", "asynq.console.default-scope", "all"));

        assertThat(config.scopeOf("ann", role -> true).patterns()).containsExactly("b-*", "mails");
        assertThat(config.scopeOf("bob", role -> role.startsWith("team-")).patterns()).containsExactly("a", "b");
        assertThat(config.scopeOf("bob", "team-a"::equals).patterns()).containsExactly("a");
        assertThat(config.scopeOf("bob", role -> false).isAll()).isTrue();
        assertThat(config(Map.of()).scopeOf("ann", role -> true).isAll()).isTrue();
    }

    @Test
    void case_does_not_matter_in_names_of_users_and_roles() {
        ConsoleConfig config = config(Map.of("asynq.console.scope.Ann", "mails", "asynq.console.scope.Team-A", "a",
                "asynq.console.default-scope", "all"));

        for (String name : List.of("ann", "Ann", "ANN")) {
            assertThat(config.scopeOf(name, role -> false).patterns()).containsExactly("mails");
        }
        for (String role : List.of("Team-A", "team-a", "TEAM-A")) {
            assertThat(config.scopeOf("bob", role::equals).patterns()).containsExactly("a");
        }
        assertThatThrownBy(() -> config(Map.of("asynq.console.scope.ann", "a", "asynq.console.scope.ANN", "b")))
                .isInstanceOf(ConfigException.class).hasMessageContaining("twice");
    }

    @Test
    void errors_are_masked_with_a_mask_unless_that_is_switched_off() {
        assertThat(config(Map.of()).maskErrors()).isFalse();
        assertThat(config(Map.of("asynq.console.mask", "/a")).maskErrors()).isTrue();
        assertThat(config(Map.of("asynq.console.mask", "/a", "asynq.console.mask-errors", "false")).maskErrors())
                .isFalse();
        assertThat(config(Map.of("asynq.console.mask-errors", "true")).maskErrors()).isTrue();
        assertThatThrownBy(() -> config(Map.of("asynq.console.mask-errors", "yes")))
                .hasMessageContainingAll("asynq.console.mask-errors", "yes", "true or false");
    }

    @Test
    void with_a_scope_the_default_must_be_stated() {
        assertThatThrownBy(() -> config(Map.of("asynq.console.scope.ann", "mails")))
                .isInstanceOf(ConfigException.class).hasMessageContainingAll("asynq.console.scope.ann is set",
                        "asynq.console.default-scope", "none", "all");
    }

    @Test
    void the_default_is_for_those_without_a_scope() {
        Map<String, String> values = new HashMap<>(Map.of("asynq.console.scope.ann", "mails",
                "asynq.console.scope.asynq-admin", "*", "asynq.console.default-scope", "none"));

        assertThat(config(values).scopeOf("ann", role -> false).patterns()).containsExactly("mails");
        assertThat(config(values).scopeOf("root", "asynq-admin"::equals).isAll()).isTrue();
        QueueScope none = config(values).scopeOf("bob", role -> false);
        assertThat(none.isAll()).isFalse();
        assertThat(none.contains("mails")).isFalse();
        assertThat(none.contains(null)).isFalse();
        values.put("asynq.console.default-scope", "public-*, news");
        assertThat(config(values).scopeOf("bob", role -> false).patterns()).containsExactly("news", "public-*");
        values.put("asynq.console.default-scope", "all");
        assertThat(config(values).scopeOf("bob", role -> false).isAll()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "asynq.console.url | http://x", "asynq.console.read-only | yes",
            "asynq.console.mask | password", "asynq.console.refresh | 2", "asynq.console.refresh | 10ms",
            "asynq.console.payload-keys | /none", "asynq.console.decrypt-for | root",
            "asynq.console.session-limit | 0s", "asynq.console.session-limit | 169h",
            "asynq.console.session-limit | 12", "asynq.console.refresh | 1h", "asynq.console.budget | 99",
            "asynq.console.budget | many",
            "asynq.console.origins | ops.example.com",
            "asynq.console.home | shop", "asynq.console.home | javascript:alert(1)",
            "asynq.console.trace-url | javascript:alert({traceId})",
            "asynq.console.trace-url | https://tracing.example.com/trace/",
            "asynq.console.trace-url | https://{traceId}.example.com/",
            "asynq.console.trace-url | https://tracing.example.com/{traceId}/{traceId}",
            "asynq.console.trace-url | https://tracing.example.com/{traceId}?q={q}",
            "asynq.console.trace-url | https://tracing.example.com/a b/{traceId}",
            "asynq.console.trace-url | /trace/{traceId}",
            "asynq.console.trace-url | https://tracing.example.com\\{traceId}",
            "asynq.console.home | //other.example", "asynq.console.home | /\\other.example",
            "asynq.console.origins | https://ops.example.com/", "asynq.console.redis.Upper.url | redis://a",
            "asynq.console.redis.session.url | redis://a", "asynq.console.redis.one.url | ''",
            "asynq.console.scope.ann | ' , '", "asynq.console.default-scope | ' , '", "asynq.console.scope. | mails",
            "ASYNQ_CONSOLE_SCOPE_ANN | mails" })
    void a_wrong_value_is_refused_with_the_name_of_its_property(String name, String value) {
        assertThatThrownBy(() -> config(Map.of(name, value))).isInstanceOf(ConfigException.class)
                .hasMessageContaining(name);
    }

    @Test
    void the_application_has_an_address_or_a_path() {
        assertThat(config(Map.of()).home()).isNull();
        for (String home : List.of("/", "/shop", "https://shop.example.com", "http://localhost:9080/shop?page=1")) {
            assertThat(config(Map.of("asynq.console.home", " " + home)).home()).isEqualTo(home);
        }
    }

    @Test
    void a_trace_has_an_address_with_its_id() {
        assertThat(config(Map.of()).traceUrl()).isNull();
        for (String url : List.of("https://tracing.example.com/trace/{traceId}",
                "http://localhost:16686/search?traceID={traceId}&uiFind=x#top")) {
            assertThat(config(Map.of("asynq.console.trace-url", url + " ")).traceUrl()).isEqualTo(url);
        }
    }

    @Test
    void a_password_in_a_wrong_url_is_not_shown() {
        assertThatThrownBy(() -> config(Map.of("asynq.console.url", "http://u:secret@x")))
                .isInstanceOf(ConfigException.class).hasMessageNotContaining("secret");
    }

    @Test
    void a_user_can_have_what_his_property_gives_or_without_one_what_any_gives() {
        ConsoleConfig config = config(Map.of("asynq.console.scope.ann", "mails, b-*", "asynq.console.scope.team-a", "a",
                "asynq.console.default-scope", "d"));

        assertThat(config.canHave("Ann", new QueueScope(List.of("mails", "b-*")))).isTrue();
        assertThat(config.canHave("ann", new QueueScope(List.of("a")))).isFalse();
        assertThat(config.canHave("ann", QueueScope.ALL)).isFalse();
        assertThat(config.canHave("bob", new QueueScope(List.of("a")))).isTrue();
        assertThat(config.canHave("bob", new QueueScope(List.of("d")))).isTrue();
        assertThat(config.canHave("bob", new QueueScope(List.of("x")))).isFalse();
        assertThat(config.canHave("bob", QueueScope.ALL)).isFalse();
        assertThat(config(Map.of()).canHave("bob", QueueScope.ALL)).isTrue();
    }

    @Test
    void a_job_key_has_32_characters_and_is_not_shown() {
        String key = "0123456789abcdef0123456789abcdef";

        assertThat(config(Map.of("asynq.console.job-key", key)).jobKey()).isEqualTo(key);
        assertThat(config(Map.of("asynq.console.job-key", " ")).jobKey()).isNull();
        assertThat(config(Map.of("asynq.console.job-key", key)).toString()).doesNotContain(key);
        assertThatThrownBy(() -> config(Map.of("asynq.console.job-key", key.substring(1))))
                .hasMessageContainingAll("asynq.console.job-key", "31", "32").hasMessageNotContaining("abcdef");
    }

    @Test
    void a_login_is_valid_for_twelve_hours_at_most_unless_it_is_set() {
        assertThat(config(Map.of()).sessionLimit()).isEqualTo(Duration.ofHours(12));
        assertThat(config(Map.of("asynq.console.session-limit", "90m")).sessionLimit())
                .isEqualTo(Duration.ofMinutes(90));
    }
}
