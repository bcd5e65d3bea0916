package io.github.asynqee.console.runtime;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import io.github.asynqee.console.problem.ProblemException;

/**
 * The running exports of one Redis on this node, and the number per user in the last hour, so that no user can fill the
 * audit log with exports.
 */
public final class Exports {

    private static final int MAX_RUNNING = 3;
    private static final int MAX_RUNNING_OF_USER = 2;
    private static final int MAX_PER_HOUR = 60;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Deque<Instant>> begun = new HashMap<>();

    Exports(Clock clock) {
        this.clock = clock;
    }

    /**
     * Notes that an export begins; {@link #end} must follow.
     *
     * @throws ProblemException with status 429 if there are too many
     */
    public synchronized void begin(String user) {
        if (running.values().stream().mapToInt(Integer::intValue).sum() >= MAX_RUNNING
                || running.getOrDefault(user, 0) >= MAX_RUNNING_OF_USER) {
            throw ProblemException.tooMany("Other exports are running. Repeat the request when one of them has ended.");
        }
        Instant now = clock.instant();
        begun.values().forEach(times -> times.removeIf(time -> time.isBefore(now.minus(HOUR))));
        begun.values().removeIf(Deque::isEmpty);
        Deque<Instant> times = begun.computeIfAbsent(user, name -> new ArrayDeque<>());
        if (times.size() >= MAX_PER_HOUR) {
            throw ProblemException.tooMany("A user may begin " + MAX_PER_HOUR + " exports in an hour.");
        }
        times.add(now);
        running.merge(user, 1, Integer::sum);
    }

    /** Notes that an export has ended. */
    public synchronized void end(String user) {
        running.computeIfPresent(user, (name, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }
}
