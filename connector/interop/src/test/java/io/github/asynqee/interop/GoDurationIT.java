package io.github.asynqee.interop;

import java.time.Duration;
import java.util.Map;

import io.github.asynqee.internal.text.GoDuration;
import org.junit.jupiter.api.Test;

/** Durations compared with Go's package time (protocol section 8.4). */
class GoDurationIT {

    private final GoLibraries go = GoLibraries.running();

    @Test
    void a_text_means_what_it_means_in_go() {
        RandomCases.compare(random -> {
            String text = new RandomDurations(random).slipped();
            GoLibraries.Answer answer = go.ask("duration", Map.of("text", text));
            Object inGo = answer.refused() ? "refused" : Duration.ofNanos(answer.ok().asLong());
            return RandomCases.difference(text, here(text), inGo);
        });
    }

    @Test
    void a_duration_is_written_as_go_writes_it() {
        RandomCases.compare(random -> {
            long nanos = new RandomDurations(random).nanos();
            String inGo = go.ask("duration-text", Map.of("nanos", nanos)).value().asText();
            return RandomCases.difference(nanos, GoDuration.format(Duration.ofNanos(nanos)), inGo);
        });
    }

    private static Object here(String text) {
        try {
            return GoDuration.parse(text);
        } catch (IllegalArgumentException e) {
            return "refused";
        }
    }
}
