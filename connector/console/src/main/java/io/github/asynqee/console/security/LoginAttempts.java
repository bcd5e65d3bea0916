package io.github.asynqee.console.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Logins of the last minutes by user name that have failed or have not ended. */
final class LoginAttempts {

    static final int MAX = 10;
    static final Duration WINDOW = Duration.ofMinutes(10);
    static final int MAX_NAMES = 10_000;

    private final Clock clock;
    /** The attempts by name. The last used name is at the end. Names without an attempt in the window are removed. */
    private final Map<String, Deque<Instant>> byName = new LinkedHashMap<>(16, 0.75f, true);

    LoginAttempts(Clock clock) {
        this.clock = clock;
    }

    /**
     * Counts an attempt, even for a user who does not exist. Returns false if there were too many attempts; then the
     * password must not be checked.
     */
    synchronized boolean begin(String user) {
        String name = key(user);
        forget(byName.getOrDefault(name, new ArrayDeque<>()));
        if (byName.size() >= MAX_NAMES && !byName.containsKey(name)) {
            makeRoom();
        }
        Deque<Instant> times = byName.computeIfAbsent(name, unknown -> new ArrayDeque<>());
        if (times.size() >= MAX) {
            return false;
        }
        times.add(clock.instant());
        return true;
    }

    private void forget(Deque<Instant> times) {
        Instant oldest = clock.instant().minus(WINDOW);
        times.removeIf(time -> !time.isAfter(oldest));
    }

    /**
     * Forgets old attempts. Without old attempts, forgets the name with the fewest attempts, so that other names do not
     * displace a name that is attacked.
     */
    private void makeRoom() {
        byName.values().forEach(this::forget);
        byName.values().removeIf(Deque::isEmpty);
        if (byName.size() >= MAX_NAMES) {
            byName.entrySet().stream().min(Comparator.comparing(entry -> entry.getValue().size()))
                    .map(Map.Entry::getKey).ifPresent(byName::remove);
        }
    }

    synchronized void succeeded(String user) {
        byName.remove(key(user));
    }

    private static String key(String user) {
        String name = user == null ? "" : user.strip().toLowerCase(Locale.ROOT);
        return name.substring(0, Math.min(name.length(), 100));
    }
}
