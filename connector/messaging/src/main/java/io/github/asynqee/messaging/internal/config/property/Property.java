package io.github.asynqee.messaging.internal.config.property;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.VersionRange;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

/**
 * A property with a value.
 *
 * @param name the property's full name
 * @param value its value, not blank
 */
public record Property(String name, String value) {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,10})([km]?)");
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^${}:]+)}");
    /** A name that all databases accept without quotes, also with a suffix. */
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,39}");
    private static final Pattern VERSIONS = Pattern.compile("(\\d{1,9})(?:\\.\\.(\\d{1,9}))?");

    /**
     * A property of the configuration, empty if its value is missing or blank.
     *
     * @throws ConfigurationException if an expression in its value has no value: MicroProfile Config then reports the
     *         property as missing, and its default would apply
     */
    static Optional<Property> find(Config config, String name) {
        Optional<String> value = config.getOptionalValue(name, String.class);
        if (value.isEmpty()) {
            ConfigValue found = config.getConfigValue(name);
            if (found.getValue() == null && found.getRawValue() != null) {
                requireResolved(config, name, found.getRawValue());
            }
        }
        return value.map(String::trim).filter(text -> !text.isEmpty()).map(text -> new Property(name, text));
    }

    /**
     * Rejects an unresolved expression. On Open Liberty, an expression with an empty default has no value either. The
     * message names only the expression, because the rest of the value may contain a password.
     */
    private static void requireResolved(Config config, String name, String text) {
        String expressions = EXPRESSION.matcher(text).results()
                .filter(expression -> config.getOptionalValue(expression.group(1), String.class).isEmpty())
                .map(MatchResult::group).distinct().collect(Collectors.joining(", "));
        if (!expressions.isEmpty()) {
            throw new ConfigurationException(name + " has the expression " + expressions
                    + ", which has no value. Set the property or environment variable, or give the expression a "
                    + "default: ${name:default}");
        }
    }

    /** Creates the exception for an invalid value. */
    public ConfigurationException invalid(String allowed) {
        return new ConfigurationException(name + "=" + value + " is invalid: it must be " + allowed);
    }

    public int integer(int min, int max) {
        String allowed = max == Integer.MAX_VALUE ? "an integer of at least " + min
                : "an integer from " + min + " to " + max;
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw invalid(allowed);
    }

    public boolean bool() {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid("true or false");
        };
    }

    /** A duration of at least {@code min}. */
    public Duration duration(Duration min) {
        Duration duration;
        try {
            duration = Durations.parse(value);
        } catch (IllegalArgumentException e) {
            throw invalid(Durations.FORM);
        }
        if (duration.compareTo(min) < 0) {
            throw invalid("at least " + Durations.format(min));
        }
        return duration;
    }

    /** A duration that asynq stores in whole seconds: zero, or at least one second. */
    public Duration secondsOrZero() {
        Duration duration = duration(Duration.ZERO);
        if (!duration.isZero() && duration.getSeconds() == 0) {
            throw invalid("0 or at least 1s");
        }
        return duration;
    }

    public Instant instant() {
        try {
            return Instant.parse(value);
        } catch (DateTimeException e) {
            throw invalid("a time like 2030-12-31T23:59:59Z");
        }
    }

    /** A version like {@code 3}, or a range like {@code 2..3}. */
    public VersionRange versions() {
        Matcher range = VERSIONS.matcher(value);
        try {
            if (range.matches()) {
                int first = Integer.parseInt(range.group(1));
                return new VersionRange(first, range.group(2) == null ? first : Integer.parseInt(range.group(2)));
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw invalid("a version like 3, or a range of versions like 2..3, from 1 to " + VersionRange.MAX);
    }

    /** A size in bytes, {@code 512}, {@code 8k} or {@code 1m}. */
    public int size() {
        Matcher size = SIZE.matcher(value.toLowerCase(Locale.ROOT));
        if (size.matches()) {
            int shift = switch (size.group(2)) {
                case "k" -> 10;
                case "m" -> 20;
                default -> 0;
            };
            long bytes = Long.parseLong(size.group(1)) << shift;
            if (bytes < Integer.MAX_VALUE) {
                return (int) bytes;
            }
        }
        throw invalid("a size in bytes like 512, 8k or 1m, below 2 GB");
    }

    /** A name in a database. */
    public String identifier() {
        if (IDENTIFIER.matcher(value).matches()) {
            return value;
        }
        throw invalid(
                "a name of 1 to 40 letters, digits and underscores that begins with a letter, such as shop_outbox");
    }

    public List<String> list() {
        return Arrays.stream(value.split(",")).map(String::trim).filter(item -> !item.isEmpty()).toList();
    }
}
