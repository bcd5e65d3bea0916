package io.github.asynqee.console.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "EVAL abc 0 secret more | EVAL (script) 0 …", "EVAL return 1 k a | EVAL (script) 1 k …",
            "FCALL name 0 secret | FCALL name 0 …", "GET a:unique:b | GET a:unique:b", "EVAL abc | EVAL (script)",
            "PING | PING", "SET k v | SET k …",
            "HSET asynq:{q}:t:id msg x | HSET asynq:{q}:t:id …",
            "EVALSHA 99914b932bd37a50b983c5e7c90ae93b99914b93 1 k a | EVALSHA 99914b932bd37a50b983c5e7c90ae93b99914b93 1 k …",
            "GET asynq:{q}:unique:user:mail:99914b932bd37a50b983c5e7c90ae93b | GET asynq:{q}:unique:user:mail:***",
            "EVALSHA abc 2 asynq:{q}:unique:t:99914b932bd37a50b983c5e7c90ae93b x | EVALSHA abc 2 asynq:{q}:unique:t:*** …" })
    void shows_the_name_and_the_key_without_digests(String words, String shown) {
        assertThat(command(words.split(" "))).isEqualTo(shown);
    }

    @Test
    void a_long_key_has_been_cut_by_Redis() {
        assertThat(command("GET", "asynq:{q}:unique:t:99914b... (9 more bytes)"))
                .isEqualTo("GET asynq:{q}:unique:t:***");
    }

    @Test
    void scripts_of_this_program_have_their_names() {
        String sha = new String(ConsoleScript.CREATE_JOB.lua().sha(), StandardCharsets.US_ASCII);

        assertThat(command("EVALSHA", sha, "1", "asynq:jobs", "a")).isEqualTo("EVALSHA create_job 1 asynq:jobs …");
        assertThat(command("EVALSHA", sha.toUpperCase(Locale.ROOT), "0")).isEqualTo("EVALSHA create_job 0");
    }

    private static String command(String... words) {
        return RedisServer.command(Stream.of(words).map(word -> word.getBytes(StandardCharsets.UTF_8)).toList());
    }
}
