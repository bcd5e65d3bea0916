package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.feature.unique.UniqueScript;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptTest {

    /**
     * A key that is composed of a prefix and a name or found by {@code SCAN}; a command after which a key may be gone.
     */
    private static final Pattern NEEDS_WHOLE_SLOT = Pattern.compile(
            "(ARGV\\[\\d+]|prefix) \\.\\. \\w|'SCAN'|'(DEL|UNLINK|[LSZ]REM|HDEL|[LRZS]POP|LTRIM|ZREMRANGEBY\\w+)'");
    /**
     * Commands whose errors do not affect tasks: counters, the history of attempts, a token in the semaphore of another
     * application, and errors that the caller handles.
     */
    private static final Pattern LENIENT = Pattern.compile("redis\\.pcall\\((?!\\.\\.\\.|'(INCRBY|INCR|HINCRBY)'"
            + "|'GET', totals\\[1]\\)|'[HGSET]+', hash, field|'(ZADD|ZREM)', KEYS\\[4]|push, missing|'SET', missing"
            + "|'ZREM', sema|'HDEL', hash, 'pending_since'|'HSET', hash, 'state', 'active'|'HSET', hash, ARGV\\[3])");

    /** Matches scripts that read the messages of any number of tasks, instead of a task named by a key. */
    private static final Pattern READS_MESSAGES = Pattern
            .compile("'HM?GET', (?!KEYS)[^)]*('msg'|unpack\\(ARGV)|[^_]message\\(hash\\)");
    private static final Pattern BOUNDED = Pattern.compile("(?<!function )fitting\\(");
    /** Scripts that read messages but do not return them. */
    private static final Set<Script> RETURNS_NONE = Set.of(LimitScript.LOOK_AT_LIMITS, LimitScript.RELEASE_LIMITED,
            UniqueScript.STORE_UNIQUE, InspectorScript.ARCHIVE_CHOSEN, InspectorScript.CANCEL_CHOSEN,
            InspectorScript.DELETE_CHOSEN, InspectorScript.RESTORE_CHOSEN, InspectorScript.RUN_CHOSEN);

    private static String code(Script script) {
        return new String(script.lua().text(), UTF_8).lines().filter(line -> !line.strip().startsWith("--"))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    void a_script_that_reaches_keys_by_prefix_or_removes_something_needs_the_whole_slot(Script script) {
        // the history is never emptied, and its key has no hash tag
        assumeFalse(script == EngineScript.RECORD_ENQUEUE_EVENT);
        String removing = code(script).replace("redis.call('ZREM', KEYS[1], '')", "");
        assertThat(script.lua().needsWholeSlot()).isEqualTo(NEEDS_WHOLE_SLOT.matcher(removing).find());
        assertThat(code(script).startsWith("local missing = table.remove(KEYS)\n"))
                .isEqualTo(script.lua().needsWholeSlot());
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    void a_script_that_reads_messages_bounds_its_reply(Script script) {
        assertThat(BOUNDED.matcher(code(script)).find() || RETURNS_NONE.contains(script))
                .isEqualTo(READS_MESSAGES.matcher(code(script)).find());
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    void an_error_is_no_answer_about_a_key(Script script) {
        assertThat(LENIENT.matcher(code(script)).results().map(call -> call.group())).isEmpty();
    }
}
