package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;

class EmbeddedRedisTest {

    @Test
    void answers_at_its_url_as_soon_as_it_is_started() {
        long before = System.nanoTime();
        try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisClient client = RedisClient.create(redis.url())) {
            assertThat(client.ping()).isEqualTo("PONG");
            assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + redis.port());
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void several_run_side_by_side() {
        try (EmbeddedRedis one = EmbeddedRedis.start(); EmbeddedRedis other = EmbeddedRedis.start()) {
            set(one, "key", "one");
            set(other, "key", "other");

            assertThat(get(one, "key")).isEqualTo("one");
        }
    }

    @Test
    void is_gone_with_its_files_after_close() {
        EmbeddedRedis redis = EmbeddedRedis.start();
        Path directory = Path.of(configured(redis, "dir"));

        redis.close();
        redis.close();

        assertThat(redis.isRunning()).isFalse();
        assertThat(directory).doesNotExist();
        assertThatThrownBy(() -> get(redis, "key")).isInstanceOf(JedisConnectionException.class);
    }

    @Test
    void keeps_nothing_on_disk_by_default() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            set(redis, "key", "value");

            redis.restart();

            assertThat(get(redis, "key")).isNull();
        }
    }

    @Test
    void with_append_only_file_data_survive_a_kill() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .config("appendonly", "yes")
                .config("appendfsync", "always")
                .start()) {
            set(redis, "key", "value");

            redis.kill();
            assertThat(redis.isRunning()).isFalse();
            redis.restart();

            assertThat(get(redis, "key")).isEqualTo("value");
        }
    }

    @Test
    void a_paused_server_does_not_answer_until_it_is_resumed() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
                jedis.set("key", "value");
                redis.pause();
                jedis.getConnection().setSoTimeout(100);
                assertThatThrownBy(() -> jedis.get("key")).hasMessageContaining("Read timed out");
            }

            redis.resume();

            assertThat(get(redis, "key")).isEqualTo("value");
        }
    }

    @Test
    void a_paused_server_can_be_closed() {
        EmbeddedRedis redis = EmbeddedRedis.start();
        redis.pause();

        redis.close();

        assertThat(redis.isRunning()).isFalse();
    }

    @Test
    void asks_for_its_password_and_has_it_in_its_url() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().password("p@ss word/1").start()) {
            assertThat(redis.url()).isEqualTo("redis://:p%40ss%20word%2F1@127.0.0.1:" + redis.port());
            try (Jedis stranger = new Jedis(redis.host(), redis.port())) {
                assertThatThrownBy(() -> stranger.get("key")).hasMessageContaining("NOAUTH");
                assertThat(stranger.auth("p@ss word/1")).isEqualTo("OK");
            }
        }
    }

    @Test
    void an_acl_user_may_do_what_its_rules_say() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("alice", "secret", "~asynq:*", "+@all").start();
                RedisClient alice = RedisClient.create(redis.url("alice"))) {
            assertThat(redis.url("alice")).startsWith("redis://alice:secret@127.0.0.1:");
            assertThat(alice.set("asynq:key", "value")).isEqualTo("OK");
            assertThatThrownBy(() -> alice.set("key", "value")).isInstanceOf(JedisAccessControlException.class);
        }
    }

    @Test
    void knows_no_url_for_a_user_it_does_not_have() {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().user("alice", "secret").start()) {
            assertThatThrownBy(() -> redis.url("bob")).hasMessage("No user bob, only [alice]");
        }
    }

    @Test
    void speaks_tls_with_a_certificate_that_clients_can_trust(@TempDir Path directory) {
        TestCertificate certificate = TestCertificate.create(directory);
        SslOptions trusting = SslOptions.builder()
                .truststore(certificate.trustStore().toFile(), TestCertificate.PASSWORD.toCharArray())
                .trustStoreType("PKCS12")
                .build();
        try (EmbeddedRedis redis = EmbeddedRedis.builder().tls(certificate).start();
                RedisClient client = RedisClient.builder()
                        .hostAndPort(redis.host(), redis.port())
                        .clientConfig(DefaultJedisClientConfig.builder().sslOptions(trusting).build())
                        .build()) {
            assertThat(redis.url()).isEqualTo("rediss://127.0.0.1:" + redis.port());
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void leaves_a_directory_of_the_caller_alone(@TempDir Path directory) {
        EmbeddedRedis.builder().directory(directory).config("appendonly", "yes").start().close();

        assertThat(directory).isNotEmptyDirectory();
    }

    @Test
    void reports_what_the_process_printed_when_it_does_not_start() {
        EmbeddedRedis.Builder broken = EmbeddedRedis.builder().config("maxmemory-policy", "whatever");

        assertThatThrownBy(broken::start)
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("maxmemory-policy");
    }

    @Test
    void does_not_move_to_another_port_than_the_one_asked_for() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            EmbeddedRedis.Builder second = EmbeddedRedis.builder().port(redis.port());

            assertThatThrownBy(second::start).hasMessageContaining("Address already in use");
        }
    }

    @Test
    void ends_with_the_jvm_that_started_it_even_if_that_is_killed() throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), StartAndWait.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long redis;
        Path files;
        try (BufferedReader output = jvm.inputReader()) {
            redis = Long.parseLong(output.readLine());
            files = Path.of(output.readLine());
            assertThat(ProcessHandle.of(redis)).hasValueSatisfying(handle -> assertThat(handle.isAlive()).isTrue());
        } finally {
            jvm.destroyForcibly().waitFor();
        }

        Await.until("redis-server " + redis + " is gone, and " + files, Duration.ofSeconds(10),
                () -> ProcessHandle.of(redis).filter(ProcessHandle::isAlive).isEmpty() && !Files.exists(files));
    }

    @Test
    void runs_another_binary_when_told_to(@TempDir Path directory) throws IOException {
        Path wrapper = directory.resolve("redis");
        Files.writeString(wrapper, "#!/bin/sh\necho wrapped\nexec '%s' \"$@\"\n".formatted(RedisBinary.locate()));
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();

        try (EmbeddedRedis redis = EmbeddedRedis.builder().binary(wrapper).start()) {
            assertThat(redis.output()).startsWith("wrapped");
        }
    }

    /** A separate program for the test above. */
    static final class StartAndWait {

        public static void main(String[] args) throws InterruptedException {
            EmbeddedRedis redis = EmbeddedRedis.start();
            try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
                System.out.println(jedis.info("server").lines()
                        .filter(line -> line.startsWith("process_id:"))
                        .map(line -> line.substring("process_id:".length()))
                        .findFirst().orElseThrow());
                System.out.println(jedis.configGet("dir").get("dir"));
            }
            Thread.currentThread().join();
        }
    }

    private static String configured(EmbeddedRedis redis, String directive) {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.configGet(directive).get(directive);
        }
    }

    private static void set(EmbeddedRedis redis, String key, String value) {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.set(key, value);
        }
    }

    private static String get(EmbeddedRedis redis, String key) {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.get(key);
        }
    }
}
