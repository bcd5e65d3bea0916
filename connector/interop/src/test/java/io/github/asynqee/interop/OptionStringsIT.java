package io.github.asynqee.interop;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import io.github.asynqee.ProcessTime;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.cron.OptionStrings;
import io.github.asynqee.internal.inspect.periodic.OptionTexts;
import org.junit.jupiter.api.Test;

/**
 * Option strings compared with the functions by which asynq formats them, strconv.Quote, Duration.String and the layout
 * UnixDate, and parsed again by the inverse functions (protocol section 8.4).
 */
class OptionStringsIT {

    private static final long YEAR_1 = -62_135_596_800L;
    private static final long YEAR_10000 = 253_402_300_800L;

    private final GoLibraries go = GoLibraries.running();

    @Test
    void option_texts_are_written_with_gos_own_functions() {
        RandomCases.compare(random -> {
            TaskOptions options = options(random);
            return RandomCases.difference(options, OptionStrings.of(options), inGo(options));
        });
    }

    @Test
    void an_option_text_is_read_in_go_as_it_was_meant() {
        RandomCases.compare(random -> {
            TaskOptions options = options(random);
            List<String> texts = OptionStrings.of(options);
            return different(texts.get(0), "unquote", options.queue())
                    .or(() -> different(texts.get(2), "duration", Long.toString(options.timeout().toNanos())))
                    .or(() -> different(texts.get(3), "parse-layout",
                            Long.toString(options.deadline().getEpochSecond())));
        });
    }

    @Test
    void an_option_text_written_in_go_is_read_as_it_was_meant() {
        RandomCases.compare(random -> {
            TaskOptions options = options(random);
            return RandomCases.difference(options, inWholeSeconds(options), OptionTexts.parse(inGo(options)));
        });
    }

    /** The layout of times has no fractions of seconds. */
    private static TaskOptions inWholeSeconds(TaskOptions options) {
        TaskOptions.Builder whole = TaskOptions.builder().deadline(options.deadline().truncatedTo(ChronoUnit.SECONDS));
        if (options.processAt() instanceof ProcessTime.At at) {
            whole.processAt(at.instant().truncatedTo(ChronoUnit.SECONDS));
        }
        return options.then(whole.build());
    }

    private static TaskOptions options(Random random) {
        RandomTexts texts = new RandomTexts(random);
        RandomDurations durations = new RandomDurations(random);
        TaskOptions.Builder options = TaskOptions.builder().queue(texts.name()).maxRetry(random.nextInt(100))
                .timeout(Duration.ofSeconds(random.nextInt())).deadline(instant(random))
                .uniqueFor(Duration.ofSeconds(1 + random.nextInt(100_000))
                        .plusNanos(Math.abs(durations.nanos() % 1_000_000_000)))
                .retention(Duration.ofSeconds(random.nextInt(1_000_000))).id(texts.name()).group(texts.name());
        return (random.nextBoolean() ? options.processAt(instant(random))
                : options.processIn(Duration.ofNanos(durations.nanos()))).build();
    }

    /** A time in the range of the layout, with or without a fraction of a second. */
    private static Instant instant(Random random) {
        long seconds = random.nextBoolean() ? random.nextLong(YEAR_1, YEAR_10000) : random.nextInt();
        return Instant.ofEpochSecond(seconds, random.nextBoolean() ? random.nextInt(1_000_000_000) : 0);
    }

    private List<String> inGo(TaskOptions options) {
        List<String> texts = new ArrayList<>();
        texts.add("Queue(" + ask("quote", Map.of("text", options.queue())) + ")");
        texts.add("MaxRetry(" + options.maxRetry() + ")");
        texts.add("Timeout(" + duration(options.timeout()) + ")");
        texts.add("Deadline(" + time(options.deadline()) + ")");
        texts.add("Unique(" + duration(options.uniqueFor()) + ")");
        if (options.processAt() instanceof ProcessTime.At at) {
            texts.add("ProcessAt(" + time(at.instant()) + ")");
        } else if (options.processAt() instanceof ProcessTime.In in) {
            texts.add("ProcessIn(" + duration(in.delay()) + ")");
        }
        texts.add("Retention(" + duration(options.retention()) + ")");
        texts.add("TaskID(" + ask("quote", Map.of("text", options.id())) + ")");
        texts.add("Group(" + ask("quote", Map.of("text", options.group())) + ")");
        return texts;
    }

    private Optional<String> different(String text, String operation, String meant) {
        String argument = text.substring(text.indexOf('(') + 1, text.length() - 1);
        return RandomCases.difference(text, meant, ask(operation, Map.of("text", argument)));
    }

    private String duration(Duration duration) {
        return ask("duration-text", Map.of("nanos", duration.toNanos()));
    }

    private String time(Instant instant) {
        return ask("layout", Map.of("zone", "UTC", "seconds", instant.getEpochSecond(), "nanos", instant.getNano()));
    }

    private String ask(String operation, Map<String, ?> arguments) {
        return go.ask(operation, arguments).value().asText();
    }
}
