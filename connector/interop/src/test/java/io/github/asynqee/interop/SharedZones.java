package io.github.asynqee.interop;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Time zones with identical data in Java and Go, whose time zone data have different versions. */
final class SharedZones {

    static final Instant FROM = Instant.parse("1975-01-01T00:00:00Z");
    static final Instant TO = Instant.parse("2045-01-01T00:00:00Z");

    private SharedZones() {}

    /** All zones with identical data in Java and Go. */
    static List<ZoneId> all() {
        return ZoneId.getAvailableZoneIds().stream().sorted().filter(SharedZones::shared).map(ZoneId::of).toList();
    }

    /** Clock changes of a zone in the range of the tests. */
    static List<ZoneOffsetTransition> changes(ZoneId zone) {
        ZoneRules rules = zone.getRules();
        return Stream.iterate(rules.nextTransition(FROM), change -> change != null && change.getInstant().isBefore(TO),
                change -> rules.nextTransition(change.getInstant())).toList();
    }

    /** Whether a change is by whole hours, at a whole hour, within one day and not at midnight. */
    static boolean isOrdinary(ZoneOffsetTransition change) {
        return change.getDuration().toSeconds() % 3_600 == 0
                && change.getDateTimeBefore().toLocalTime().toSecondOfDay() % 3_600 == 0
                && change.getDateTimeBefore().toLocalDate().equals(change.getDateTimeAfter().toLocalDate())
                && change.getDateTimeBefore().toLocalTime().isAfter(LocalTime.MIDNIGHT)
                && change.getDateTimeAfter().toLocalTime().isAfter(LocalTime.MIDNIGHT);
    }

    /** Whether both have the same offset at each change, just before it, and once a week. */
    private static boolean shared(String name) {
        ZoneRules rules = ZoneId.of(name).getRules();
        List<Instant> instants = Stream.concat(changes(ZoneId.of(name)).stream().map(ZoneOffsetTransition::getInstant)
                .flatMap(change -> Stream.of(change.minusSeconds(1), change)),
                Stream.iterate(FROM, TO::isAfter, instant -> instant.plus(7, ChronoUnit.DAYS)))
                .toList();
        GoLibraries.Answer answer = GoLibraries.running().ask("zone",
                Map.of("zone", name, "seconds", instants.stream().map(Instant::getEpochSecond).toList()));
        return !answer.refused() && IntStream.range(0, instants.size())
                .allMatch(i -> rules.getOffset(instants.get(i)).getTotalSeconds() == answer.ok().get(i).asInt());
    }
}
