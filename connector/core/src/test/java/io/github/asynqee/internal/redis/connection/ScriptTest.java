package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTest {

    /** A key is composed of a prefix and a name, is found by {@code SCAN}, or comes out of another key. */
    private static final Pattern KEY_BY_PREFIX = Pattern.compile("(ARGV\\[\\d+]|prefix) \\.\\. \\w|'SCAN'");
    /** Commands whose errors say nothing about tasks: counters, the history of attempts, and what is handled at the call. */
    private static final Pattern LENIENT = Pattern.compile("redis\\.pcall\\((?!\\.\\.\\.|'(INCRBY|INCR|HINCRBY)'"
            + "|'GET', totals\\[1]\\)|'[HGSET]+', hash, field|'ZADD', KEYS\\[4])");

    private static String code(Script script) {
        return new String(script.text(), UTF_8).lines().filter(line -> !line.strip().startsWith("--"))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @EnumSource
    void a_script_that_reaches_keys_by_prefix_declares_it(Script script) {
        assertThat(script.needsWholeSlot()).isEqualTo(KEY_BY_PREFIX.matcher(code(script)).find());
        assertThat(code(script).startsWith("KEYS[#KEYS] = nil\n")).isEqualTo(script.needsWholeSlot());
    }

    @ParameterizedTest
    @EnumSource
    void an_error_is_no_answer_about_a_key(Script script) {
        assertThat(LENIENT.matcher(code(script)).results().map(call -> call.group())).isEmpty();
    }
}
