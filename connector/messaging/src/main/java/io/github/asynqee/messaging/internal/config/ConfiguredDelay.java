package io.github.asynqee.messaging.internal.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.messaging.internal.config.property.Durations;
import io.github.asynqee.worker.RetryDelay;
import org.jspecify.annotations.Nullable;

/**
 * A retry delay as text: {@code asynq}, {@code 10s}, {@code exponential:1s..1h} or {@code bean:name}, optionally
 * followed by a random variation like {@code ~20%}.
 */
public final class ConfiguredDelay implements RetryDelay {

    /** The allowed forms, for messages. */
    public static final String FORM = "asynq, a duration like 10s, exponential:1s..1h, or bean:<name>, "
            + "optionally followed by a random variation of 1% to 100%, like ~20%";

    private static final String EXPONENTIAL = "exponential:";
    private static final String BEAN = "bean:";
    private static final Pattern JITTER = Pattern.compile("(.*)~\\s*(\\d{1,3})\\s*%");

    private final @Nullable String bean;
    private final RetryDelay delay;
    private final int jitter;

    /** Either a bean or a delay. */
    private ConfiguredDelay(@Nullable String bean, RetryDelay delay, int jitter) {
        this.bean = bean;
        this.delay = delay;
        this.jitter = jitter;
    }

    /**
     * Reads a text.
     *
     * @param text the text
     * @return the delay
     * @throws IllegalArgumentException if the text does not have the {@link #FORM}
     */
    public static ConfiguredDelay parse(String text) {
        Matcher matcher = JITTER.matcher(text.trim());
        boolean varies = matcher.matches();
        String delay = varies ? matcher.group(1).trim() : text.trim();
        int jitter = varies ? Integer.parseInt(matcher.group(2)) : 0;
        if (varies && (jitter < 1 || jitter > 100)) {
            throw new IllegalArgumentException(text);
        }
        if (!delay.startsWith(BEAN)) {
            return new ConfiguredDelay(null, constant(delay), jitter);
        }
        String bean = name(delay);
        return new ConfiguredDelay(bean, (retried, error, task) -> {
            throw new IllegalStateException("the bean " + bean + " is not known here");
        }, jitter);
    }

    private static String name(String text) {
        String name = text.substring(BEAN.length()).trim();
        if (name.isEmpty()) {
            throw new IllegalArgumentException(text);
        }
        return name;
    }

    private static RetryDelay constant(String text) {
        if (text.equals("asynq")) {
            return RetryDelay.asynq(RandomGenerator.getDefault());
        }
        if (!text.startsWith(EXPONENTIAL)) {
            return RetryDelay.fixed(notNegative(Durations.parse(text)));
        }
        String[] limits = text.substring(EXPONENTIAL.length()).split("\\.\\.", 2);
        if (limits.length == 2) {
            Duration first = Durations.parse(limits[0]);
            Duration longest = Durations.parse(limits[1]);
            if (!notNegative(first).isZero() && first.compareTo(longest) <= 0) {
                return RetryDelay.exponential(first, longest);
            }
        }
        throw new IllegalArgumentException(text);
    }

    private static Duration notNegative(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(delay.toString());
        }
        return delay;
    }

    /** @return the name of the bean that computes the delay, if one does */
    public Optional<String> bean() {
        return Optional.ofNullable(bean);
    }

    /**
     * The delay, computed by a bean if one is named.
     *
     * @param beans finds a bean by its name
     * @return the delay
     */
    public RetryDelay with(Function<String, RetryDelay> beans) {
        RetryDelay base = bean == null ? delay : beans.apply(bean);
        return jitter == 0 ? base : base.withJitter(jitter, RandomGenerator.getDefault());
    }

    @Override
    public Duration delay(int retried, Throwable error, TaskInfo task) {
        return with(name -> delay).delay(retried, error, task);
    }
}
