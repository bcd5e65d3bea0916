package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.TaskVersion;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.periodic.CronSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts from Redis may be long and have any content: reading one takes linear time and little stack. */
class HostileTextsTest {

    private static final int LENGTH = 500_000;
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final List<String> UNITS = List.of("0", "1.", "a", "-", " ", "~1", "\n", "00-", "a ", "1 0 ");

    static Stream<String> texts() {
        return UNITS.stream().flatMap(unit -> Stream.of("", "00-", "1 ", "a~")
                .map(start -> start + unit.repeat(LENGTH / unit.length()) + "\0"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    @SomeDays(oneIn = 3)
    void a_long_text_is_read_or_refused_in_linear_time(String text) {
        read(text, value -> AttemptRecord.traceId(task("traceparent", value)));
        read(text, value -> TaskVersion.of(task("payload-version", value)));
        read(text, value -> AttemptRecord.decode(value.getBytes(StandardCharsets.UTF_8)));
        read(text, value -> PayloadReference.parse(value.getBytes(StandardCharsets.UTF_8)));
        read(text, value -> new RedisStatus(value, "noeviction", Duration.ZERO).isAtLeast(7, 0));
        read(text, Shards::logical);
        read(text, Shards::parse);
        read(text, CronSpec::parse);
    }

    private static TaskMessage task(String header, String value) {
        return TaskMessage.builder("t", "id", "q").headers(Map.of(header, value)).build();
    }

    private static void read(String text, Consumer<String> reader) {
        assertTimeoutPreemptively(BOUND,
                () -> catchThrowableOfType(RuntimeException.class, () -> reader.accept(text)));
    }
}
