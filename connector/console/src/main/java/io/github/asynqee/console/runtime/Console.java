package io.github.asynqee.console.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;

import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.config.RedisEntry;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.eclipse.microprofile.config.ConfigProvider;

/** The parts of the console, one set per configured Redis. */
@ApplicationScoped
public class Console {

    @Resource
    ManagedThreadFactory threads;

    private final Map<String, RedisConsole> instances = new LinkedHashMap<>();
    private final CloseableParts parts = new CloseableParts(instances.values());
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Readiness readiness = new Readiness(
            () -> instances.values().stream().allMatch(instance -> instance.redis().answers()), System::nanoTime);
    private ConsoleConfig config;
    private Masking masking;
    private String version;

    void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
        config = ConsoleConfig.of(ConfigProvider.getConfig());
        AlertConfig alerts = AlertConfig.of(ConfigProvider.getConfig());
        masking = new Masking(config.mask(), config.maskErrors());
        version = readVersion();
        for (RedisEntry entry : config.redises()) {
            ConsoleRedis redis = new ConsoleRedis(entry.name(), entry.url(), threads);
            RedisConsole instance = new RedisConsole(redis, config, alerts, masking, Clock.systemUTC());
            instances.put(entry.name(), instance);
            instance.start(threads);
        }
    }

    void stop(@Observes @BeforeDestroyed(ApplicationScoped.class) Object event) {
        stop();
    }

    /** Stops the console. Also called if the application failed to start, because then its end has no event. */
    @PreDestroy
    void stop() {
        if (stopped.compareAndSet(false, true)) {
            parts.close();
        }
    }

    private static String readVersion() {
        try (InputStream in = Console.class.getResourceAsStream("/asynq-console.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The parts for one Redis, restricted to the scope of the current user. */
    public RedisConsole of(String redis) {
        RedisConsole instance = instances.get(redis);
        if (instance == null) {
            throw ProblemException.notFound("No Redis of this name is configured.");
        }
        return instance.within(CurrentScope.get());
    }

    /** Whether each Redis answers; the answer is at most one second old. */
    public boolean isReady() {
        return readiness.isReady();
    }

    /** Ends the streams of a user. */
    public void loggedOut(String user) {
        instances.values().forEach(instance -> instance.live().end(user));
    }

    public List<String> names() {
        return List.copyOf(instances.keySet());
    }

    public ConsoleConfig config() {
        return config;
    }

    public Masking masking() {
        return masking;
    }

    /**
     * Decodes payloads for a user.
     *
     * @param roles the user's roles, including lower roles
     */
    public PayloadReader payloads(List<Role> roles) {
        ConsoleConfig configured = config();
        return roles.stream().anyMatch(role -> role.name().equalsIgnoreCase(configured.decryptFor()))
                ? PayloadReader.of(configured.payloadKeys())
                : PayloadReader.withoutKeys("only users with the role asynq-" + configured.decryptFor()
                        + " see it, if its key is here");
    }

    public String version() {
        return version;
    }
}
