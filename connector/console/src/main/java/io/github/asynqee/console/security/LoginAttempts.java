package io.github.asynqee.console.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Logins of the last minutes by user name, as far as they have failed or have not ended. */
final class LoginAttempts {

    static final int MAX = 10;
    static final Duration WINDOW = Duration.ofMinutes(10);
    static final int MAX_NAMES = 10_000;

    private final Clock clock;
    /** The name that was used last is the last one. */
    private final Map<String, Deque<Instant>> byName = new LinkedHashMap<>(16, 0.75f, true);

    LoginAttempts(Clock clock) {
        this.clock = clock;
    }

    /** Counts an attempt; returns false if there were too many, existing user or not: then the password must not be checked. */
    synchronized boolean begin(String user) {
        Instant now = clock.instant();
        Deque<Instant> times = byName.computeIfAbsent(key(user), name -> new ArrayDeque<>());
        times.removeIf(time -> !time.isAfter(now.minus(WINDOW)));
        if (byName.size() > MAX_NAMES) {
            byName.remove(byName.keySet().iterator().next());
        }
        if (times.size() >= MAX) {
            return false;
        }
        times.add(now);
        return true;
    }

    synchronized void succeeded(String user) {
        byName.remove(key(user));
    }

    private static String key(String user) {
        String name = user == null ? "" : user.strip().toLowerCase(Locale.ROOT);
        return name.substring(0, Math.min(name.length(), 100));
    }
}
