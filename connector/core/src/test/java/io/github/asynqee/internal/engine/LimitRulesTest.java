package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens if the channels of a queue have different rules. */
class LimitRulesTest extends WorkerTest {

    private static final Limit ONE = Limit.of("tenants", "header:tenant", 1, null);
    private static final Limit TWO = Limit.of("tenants", "header:tenant", 2, null);
    private static final Limit RATED = Limit.of("tenants", "queue", 2, new Limit.Rate(5, Duration.ofSeconds(10)));
    private static final Limit RENAMED = Limit.of("renamed", "header:tenant", 2, null);
    private static final Limit FAIR = new Limit.FairBy("header:tenant");
    private static final Limit FAIR_TYPES = new Limit.FairBy("type");
    private static final Limit TOKENS_3 = Limit.of("sema:stripe", "queue", 3, null);
    private static final Limit TOKENS_5 = Limit.of("sema:stripe", "queue", 5, null);

    /** Two channels of one application; an empty sentence if they may be together. */
    static Stream<Arguments> ofOneApplication() {
        String share = "channels one and two of queue \"default\" share the limit tenants but differ in it: ";
        String fair = "channel two is fair between keys by header:tenant, and channel one has the same queue \"default\"";
        return Stream.of(
                Arguments.of("no limit", TWO, null, "default", ""),
                Arguments.of("the same", TWO, TWO, "default", ""),
                Arguments.of("another name", TWO, RENAMED, "default", ""),
                Arguments.of("another queue", ONE, TWO, "other", ""),
                Arguments.of("another number", ONE, TWO, "default",
                        share + "key header:tenant, maximum running 1; key header:tenant, maximum running 2"),
                Arguments.of("another key and rate", ONE, RATED, "default",
                        share + "key header:tenant, maximum running 1; key queue, maximum running 2, starts 5 in PT10S"),
                Arguments.of("fair beside a limit", TWO, FAIR, "default", fair),
                Arguments.of("fair beside none", null, FAIR, "default", fair),
                Arguments.of("fair by other keys", FAIR_TYPES, FAIR, "default",
                        "both consume all types of queue"),
                Arguments.of("a semaphore of another number", TOKENS_3, TOKENS_5, "default",
                        "of queue \"default\" share the limit sema:stripe but differ in it: key queue, maximum running 3; "),
                Arguments.of("a semaphore of another queue and number", TOKENS_3, TOKENS_5, "other",
                        "channels one and two share the limit sema:stripe but differ in it: key queue, maximum running 3; "));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofOneApplication")
    void two_channels_of_one_application(String name, @Nullable Limit one, @Nullable Limit two, String queue,
            String refused) {
        List<Channel> both = List.of(new Channel(channel("one", "default", one)),
                new Channel(channel("two", queue, two)));

        if (refused.isEmpty()) {
            assertThatCode(() -> new Worker(broker, config.build(), both)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> new Worker(broker, config.build(), both))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(refused);
        }
    }

    private static ChannelConfig channel(String name, String queue, @Nullable Limit limit) {
        boolean all = limit instanceof Limit.FairBy;
        return new ChannelConfig(name, Map.of(queue, 1), all ? "" : name + ":",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))).withLimit(limit);
    }
}
