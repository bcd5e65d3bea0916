package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.asynqee.internal.inspect.periodic.OptionTexts;
import io.github.asynqee.internal.inspect.periodic.SpecWords;
import io.github.asynqee.internal.inspect.summary.ErrorGroups;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors and periodic entries in Redis may be long and have any content: reading one takes linear time and little stack. */
class HostileTextsTest {

    private static final int LENGTH = 500_000;
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final List<String> UNITS = List.of("0", "1.", "a", "a1", "-", " ", "\n", "0x", "00000000-0000-",
            "*/1,", "\\\"");

    static Stream<String> texts() {
        return UNITS.stream().map(unit -> unit.repeat(LENGTH / unit.length()));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void a_long_text_is_read_or_refused_in_linear_time(String text) {
        read(text, ErrorGroups::signature);
        read("0 3 * * *" + text, SpecWords::of);
        read("@every " + text, SpecWords::of);
        read(text + " 0 3 * * *", SpecWords::of);
        read("ProcessAt(" + text + ")", option -> OptionTexts.parse(List.of(option)));
        read("Group(\"" + text + "\")", option -> OptionTexts.parse(List.of(option)));
    }

    private static void read(String text, Consumer<String> reader) {
        assertTimeoutPreemptively(BOUND,
                () -> catchThrowableOfType(RuntimeException.class, () -> reader.accept(text)));
    }
}
