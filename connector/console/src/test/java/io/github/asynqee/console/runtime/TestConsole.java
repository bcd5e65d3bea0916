package io.github.asynqee.console.runtime;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.crypto.SecretKey;

import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.config.RedisEntry;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.redis.CurrentScope;

/** A console without a server, for one Redis. Nothing runs in the background. */
public final class TestConsole extends Console implements AutoCloseable {

    public static final Duration REFRESH = Duration.ofSeconds(2);

    private final ConsoleConfig config;
    private final Masking masking;
    private final RedisConsole instance;

    public TestConsole(String url, int budget, Clock clock) {
        this(url, budget, clock, List.of());
    }

    /** Masks values by JSON pointers. */
    public TestConsole(String url, int budget, Clock clock, List<String> mask) {
        this(url, budget, clock, mask, Map.of());
    }

    /** Restores encrypted payloads for admins. */
    public TestConsole(String url, int budget, Clock clock, List<String> mask, Map<String, SecretKey> keys) {
        this(url, budget, clock, mask, keys, new AlertConfig(false, Duration.ofSeconds(30), null, List.of()));
    }

    /** Sends alerts. */
    public TestConsole(String url, int budget, Clock clock, List<String> mask, Map<String, SecretKey> keys,
            AlertConfig alerts) {
        masking = new Masking(mask);
        config = new ConsoleConfig(List.of(new RedisEntry("default", url)), false, mask, !mask.isEmpty(), REFRESH,
                Set.of(), true, Map.of(), QueueScope.ALL, null, null, null, Duration.ofHours(12), budget, keys,
                "admin");
        instance = new RedisConsole(new ConsoleRedis("default", url, Thread::new), config, alerts, masking, clock);
    }

    /** Starts the threads of live updates and jobs. */
    public void start() {
        instance.start(Thread::new);
    }

    /** For a thread that works for a request, restricted to its scope. */
    @Override
    public RedisConsole of(String redis) {
        try {
            return instance.within(CurrentScope.get());
        } catch (IllegalStateException e) {
            return instance;
        }
    }

    @Override
    public ConsoleConfig config() {
        return config;
    }

    @Override
    public Masking masking() {
        return masking;
    }

    @Override
    public void close() {
        instance.close();
    }
}
