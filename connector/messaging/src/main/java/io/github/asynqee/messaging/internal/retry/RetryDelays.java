package io.github.asynqee.messaging.internal.retry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.ConfiguredDelay;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;

/** The application's beans that compute retry delays, by name. */
public final class RetryDelays {

    private final ToIntFunction<String> count;
    private final Function<String, RetryDelay> beans;
    private final Map<String, RetryDelay> known = new ConcurrentHashMap<>();

    /**
     * Creates the collection.
     *
     * @param count the number of beans with a name
     * @param beans returns the bean with a name; called only if there is exactly one
     */
    public RetryDelays(ToIntFunction<String> count, Function<String, RetryDelay> beans) {
        this.count = count;
        this.beans = beans;
    }

    /**
     * Binds the channels of a configuration to these beans, and to the retry-delay header of tasks.
     *
     * @param config the configuration
     * @return the configuration with bound retry delays
     */
    public ApplicationConfig bind(ApplicationConfig config) {
        Map<String, IncomingConfig> incoming = new LinkedHashMap<>();
        config.incoming().forEach((name, channel) -> incoming.put(name, bind(channel)));
        return new ApplicationConfig(config.connector(), incoming, config.outgoing(), config.cron(), config.shards());
    }

    private IncomingConfig bind(IncomingConfig channel) {
        ChannelConfig tasks = channel.tasks();
        FailurePolicy policy = tasks.policy();
        return channel.withTasks(tasks.withPolicy(
                policy.withRetryDelay(new TaskRetryDelay((ConfiguredDelay) policy.retryDelay(), this::named))));
    }

    /**
     * A bean.
     *
     * @param name its name
     * @return the bean; of a dependent bean always the same instance
     * @throws IllegalArgumentException if there is none, or more than one
     */
    private RetryDelay named(String name) {
        return known.computeIfAbsent(name, key -> {
            int found = count.applyAsInt(key);
            if (found != 1) {
                throw new IllegalArgumentException(problem(key, found));
            }
            return beans.apply(key);
        });
    }

    /**
     * Finds channels whose bean is missing or ambiguous.
     *
     * @param config the configuration
     * @param count the number of beans with a name
     * @return the problems
     */
    public static List<ConfigurationException> check(ApplicationConfig config, ToIntFunction<String> count) {
        List<ConfigurationException> problems = new ArrayList<>();
        config.incoming().values().forEach(channel -> ((ConfiguredDelay) channel.tasks().policy().retryDelay()).bean()
                .filter(name -> count.applyAsInt(name) != 1)
                .ifPresent(name -> problems.add(new ConfigurationException(Scope.INCOMING.prefix(channel.channel())
                        + Attribute.RETRY_DELAY.key() + "=bean:" + name + " is invalid: "
                        + problem(name, count.applyAsInt(name))))));
        return problems;
    }

    private static String problem(String name, int count) {
        return "the application has " + (count == 0 ? "no bean" : "several beans") + " of type "
                + RetryDelay.class.getName() + " with @Named(\"" + name + "\")";
    }
}
