package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@Timeout(120)
class RedisForTestsTest {

    private static final String NO_SUCH_IMAGE = "registry.invalid/no-such-image:1";

    private final List<String> said = new ArrayList<>();

    private RedisForTests.Choice choice(String wanted) {
        return new RedisForTests.Choice(wanted,
                System.getProperty(RedisForTests.IMAGE_PROPERTY, RedisForTests.DEFAULT_IMAGE),
                false, said::add);
    }

    private RedisForTests.Choice allowedToFlush(String wanted) {
        return new RedisForTests.Choice(wanted, NO_SUCH_IMAGE, true, said::add);
    }

    private static void set(String url) {
        try (Jedis jedis = Connections.to(url)) {
            jedis.select(3);
            jedis.set("key", "value");
        }
    }

    private static String get(String url) {
        try (Jedis jedis = Connections.to(url)) {
            jedis.select(3);
            return jedis.get("key");
        }
    }

    @Test
    void embedded_is_a_local_process() {
        try (RedisForTests redis = choice("embedded").start()) {
            set(redis.url());

            assertThat(redis.isContainer()).isFalse();
            assertThat(redis.version()).matches("Redis \\d+\\.\\d+\\.\\d+");
            assertThat(redis.url()).isEqualTo("redis://" + redis.host() + ":" + redis.port());
            assertThat(said).containsExactly("Redis for tests: embedded, " + redis + " (set by asynq.test.redis)");
        }
    }

    @Test
    void clear_deletes_what_is_in_all_databases() {
        try (RedisForTests redis = choice("embedded").start()) {
            set(redis.url());

            redis.clear();

            assertThat(get(redis.url())).isNull();
        }
    }

    @Test
    void one_database_is_cleared_and_no_other() {
        try (RedisForTests redis = choice("embedded").start()) {
            set(redis.url());
            redis.clear(2);
            assertThat(get(redis.url())).isEqualTo("value");

            redis.clear(3);

            assertThat(get(redis.url())).isNull();
            assertThat(redis.url(3)).isEqualTo(redis.url() + "/3");
            assertThatThrownBy(() -> redis.clear(16)).isInstanceOf(RedisStartException.class)
                    .hasMessageContaining("has no usable database 16");
        }
    }

    @Test
    void auto_is_embedded_where_the_image_cannot_be_had_and_one_line_says_why() {
        long before = System.nanoTime();
        try (RedisForTests redis = new RedisForTests.Choice("auto", NO_SUCH_IMAGE, false, said::add).start()) {
            assertThat(get(redis.url())).isNull();
            assertThat(redis.isContainer()).isFalse();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(60));
        assertThat(said).singleElement().asString().startsWith("Redis for tests: embedded, Redis ")
                .containsPattern("\\(no container: (Docker is not available|Docker does not answer|image "
                        + NO_SUCH_IMAGE + " is not available and cannot be pulled)")
                .hasLineCount(1);
    }

    @Test
    void a_container_that_is_demanded_and_cannot_be_had_is_a_failure() {
        assertThatThrownBy(() -> new RedisForTests.Choice("container", NO_SUCH_IMAGE, false, said::add).start())
                .isInstanceOf(RedisStartException.class)
                .hasMessageStartingWith("System property asynq.test.redis requires a container of " + NO_SUCH_IMAGE
                        + ", which cannot be started: ");
        assertThat(said).isEmpty();
    }

    @Test
    void container_is_one_and_is_gone_after_close() {
        assumeTrue("container".equals(System.getProperty(RedisForTests.PROPERTY)),
                "SKIPPED: needs Docker, runs with -Pcontainers");
        String url;
        try (RedisForTests redis = choice("container").start()) {
            url = redis.url();
            set(url);

            assertThat(get(url)).isEqualTo("value");
            assertThat(redis.isContainer()).isTrue();
            assertThat(said).singleElement().asString().startsWith("Redis for tests: container of ")
                    .endsWith(", " + redis.version() + " at " + redis.host() + ":" + redis.port());
        }
        assertThatThrownBy(() -> get(url)).isNotNull();
    }

    @Test
    void an_existing_server_is_used_loudly_and_left_running_and_empty() {
        try (EmbeddedRedis existing = EmbeddedRedis.start()) {
            try (RedisForTests redis = choice(existing.url()).start()) {
                assertThat(redis.url()).isEqualTo(existing.url());
                assertThat(redis.isContainer()).isFalse();
                assertThat(said).singleElement().asString().startsWith("!!! ").contains("WILL BE DELETED",
                        "127.0.0.1:" + existing.port());
                set(redis.url());
            }
            assertThat(get(existing.url())).isNull();
        }
    }

    @Test
    void an_existing_server_that_holds_something_is_refused_unless_that_may_be_deleted() {
        try (EmbeddedRedis existing = EmbeddedRedis.start()) {
            set(existing.url());

            assertThatThrownBy(() -> choice(existing.url()).start()).isInstanceOf(RedisStartException.class)
                    .hasMessageContainingAll("is not empty: {db3=keys=1", "asynq.test.redis.flush=true");
            assertThat(get(existing.url())).isEqualTo("value");

            try (RedisForTests redis = allowedToFlush(existing.url()).start()) {
                assertThat(get(redis.url())).isNull();
            }
        }
    }

    @Test
    void an_existing_server_may_have_a_password_that_is_told_to_nobody() {
        try (EmbeddedRedis existing = EmbeddedRedis.builder().password("secret").start()) {
            try (RedisForTests redis = choice(existing.url()).start()) {
                assertThat(redis.url()).isEqualTo(existing.url());
                redis.clear();
            }
            assertThat(said).singleElement().asString().doesNotContain("secret");

            assertThatThrownBy(() -> choice(existing.url().replace("secret", "wrong")).start())
                    .isInstanceOf(RedisStartException.class)
                    .hasMessageContaining("127.0.0.1:" + existing.port())
                    .hasMessageNotContaining("wrong@");
        }
    }

    @Test
    void what_is_not_there_or_not_understood_is_refused_by_name() {
        EmbeddedRedis gone = EmbeddedRedis.start();
        gone.close();

        assertThatThrownBy(() -> choice(gone.url()).start()).isInstanceOf(RedisStartException.class)
                .hasMessageStartingWith("The Redis at 127.0.0.1:" + gone.port() + " cannot be used: ");
        assertThatThrownBy(() -> choice("docker").start()).isInstanceOf(RedisStartException.class)
                .hasMessageStartingWith("System property asynq.test.redis is \"docker\", not auto, container, ");
    }

    @Test
    void valkey_is_called_by_its_own_name() {
        assertThat(new ServerInfo(Map.of("redis_version", "7.2.4", "valkey_version", "8.1.0")).version())
                .isEqualTo("Valkey 8.1.0");
    }
}
