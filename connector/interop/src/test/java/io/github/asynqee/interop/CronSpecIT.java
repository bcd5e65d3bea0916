package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron specs compared with robfig/cron, the parser of asynq (protocol section 8.2). */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CronSpecIT {

    private static final int TICKS = 5;

    private final GoLibraries go = GoLibraries.running();

    @Test
    void a_spec_is_accepted_exactly_if_go_accepts_it() {
        RandomCases.compare(random -> {
            RandomSpecs specs = new RandomSpecs(random);
            String spec = specs.perhapsIn("UTC", specs.slipped());
            return RandomCases.difference(spec, accepted(spec), !inGo(spec, Instant.EPOCH, 0).refused());
        });
    }

    @Test
    void ticks_are_those_of_go() {
        List<ZoneId> zones = SharedZones.all();
        assertThat(zones).hasSizeGreaterThan(200);
        RandomCases.compare(random -> sameTicks(random, zones));
    }

    private Optional<String> sameTicks(Random random, List<ZoneId> zones) {
        ZoneId zone = zones.get(random.nextInt(zones.size()));
        RandomSpecs specs = new RandomSpecs(random);
        String spec = specs.perhapsIn(zone.getId(), specs.valid());
        Instant start = start(random, zone);
        List<Instant> here = here(spec, start);
        return ordinary(zone, start, here) ? RandomCases.difference(spec + " from " + start, here,
                instants(inGo(spec, start, TICKS))) : Optional.empty();
    }

    /**
     * Whether robfig's search, which starts on the first of a month, passes no clock change that skips or repeats
     * midnight or a part of an hour: its results are wrong there.
     */
    private static boolean ordinary(ZoneId zone, Instant start, List<Instant> ticks) {
        Instant from = start.minus(32, ChronoUnit.DAYS);
        Instant last = ticks.isEmpty() ? start : ticks.get(ticks.size() - 1);
        Instant to = last.plus(ticks.size() == TICKS ? 1 : 6 * 366, ChronoUnit.DAYS);
        return SharedZones.changes(zone).stream().filter(change -> !SharedZones.isOrdinary(change))
                .map(ZoneOffsetTransition::getInstant).noneMatch(at -> at.isAfter(from) && at.isBefore(to));
    }

    @ParameterizedTest
    @CsvSource({
            // a task for Saturdays at nine, after nine on Saturday: Go also runs it on Sunday
            "TZ=America/Havana 0 9 * * SAT, 2024-03-09T16:00:00Z, 2024-03-16T13:00:00Z, 2024-03-10T13:00:00Z",
            // a task for Fridays, midnight of that Friday is skipped: Go omits the Friday
            "TZ=Africa/Cairo 0 9 * * FRI, 2024-04-25T08:00:00Z, 2024-04-26T06:00:00Z, 2024-05-03T06:00:00Z",
            // 1:45, the clock changes from 2:00 to 2:30: Go runs it at 2:45
            "TZ=Australia/Lord_Howe 45 1 * * *, 2023-09-30T15:20:00Z, 2023-10-01T14:45:00Z, 2023-09-30T15:45:00Z" })
    void where_clocks_skip_midnight_or_half_an_hour_the_wall_time_decides_other_than_in_go(String spec, Instant start,
            Instant here, Instant inGo) {
        assertThat(here(spec, start)).startsWith(here);
        assertThat(instants(inGo(spec, start, TICKS))).startsWith(inGo);
    }

    /** A random time, or one near a clock change, the end of a year or the end of February. */
    private static Instant start(Random random, ZoneId zone) {
        long span = SharedZones.TO.getEpochSecond() - SharedZones.FROM.getEpochSecond();
        Instant any = SharedZones.FROM.plusSeconds((long) (random.nextDouble() * span * 0.8));
        long near = random.nextInt(3 * 86_400) - 2 * 86_400;
        int year = any.atZone(zone).getYear();
        ZoneOffsetTransition change = zone.getRules().nextTransition(any);
        Instant base = switch (random.nextInt(4)) {
            case 0 -> any;
            case 1 -> Instant.parse(year + "-12-31T12:00:00Z");
            case 2 -> Instant.parse(year + "-02-28T12:00:00Z");
            default -> change == null ? any : change.getInstant();
        };
        return base.plusSeconds(near).plusNanos(random.nextInt(3) == 0 ? random.nextInt(1_000_000_000) : 0);
    }

    private static boolean accepted(String spec) {
        try {
            CronSpec.parse(spec);
            return true;
        } catch (InvalidCronSpecException e) {
            return false;
        }
    }

    private static List<Instant> here(String text, Instant start) {
        CronSpec spec = CronSpec.parse(text);
        List<Instant> ticks = new ArrayList<>();
        Optional<Instant> next = spec.next(start, start);
        while (next.isPresent() && ticks.size() < TICKS) {
            ticks.add(next.get());
            next = spec.next(next.get(), start);
        }
        return ticks;
    }

    private GoLibraries.Answer inGo(String spec, Instant start, int count) {
        return go.ask("cron", Map.of("spec", spec, "zone", "UTC", "seconds", start.getEpochSecond(), "nanos",
                start.getNano(), "count", count));
    }

    private static List<Instant> instants(GoLibraries.Answer answer) {
        return StreamSupport.stream(answer.value().spliterator(), false)
                .map(seconds -> Instant.ofEpochSecond(seconds.asLong())).toList();
    }
}
