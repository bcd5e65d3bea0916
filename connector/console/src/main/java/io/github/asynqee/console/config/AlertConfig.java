package io.github.asynqee.console.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.microprofile.config.Config;

/**
 * The configuration of alerts. It cannot be changed from the browser: a target is an address that the server calls.
 *
 * @param enabled whether this node evaluates alerts
 * @param interval the time between two evaluations
 * @param link the address of the console for links in messages, with a slash at the end; {@code null} for none
 * @param targets where alerts are sent, by name
 */
public record AlertConfig(boolean enabled, Duration interval, String link, List<AlertTarget> targets) {

    public static final String PREFIX = "asynq.console.alert.";
    static final String ENABLED = PREFIX + "enabled";
    static final String INTERVAL = PREFIX + "interval";
    static final String LINK = PREFIX + "link";

    private static final Pattern NAMED = Pattern
            .compile("asynq\\.console\\.alert\\.(webhook|mail)\\.([^.]+)\\.(url|secret|session|server|from|to)");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,4})(s|m)");
    private static final Pattern ADDRESS = Pattern.compile("[^\\s@,]+@[^\\s@,]+");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /**
     * Reads the configuration.
     *
     * @throws ConfigException if a value is invalid; the message names the property and the allowed values
     */
    public static AlertConfig of(Config config) {
        return of(name -> config.getOptionalValue(name, String.class), config.getPropertyNames());
    }

    static AlertConfig of(Function<String, Optional<String>> source, Iterable<String> names) {
        Function<String, String> values = name -> source.apply(name).map(String::strip)
                .filter(text -> !text.isEmpty()).orElse(null);
        return new AlertConfig(flag(values.apply(ENABLED)), interval(values.apply(INTERVAL)),
                link(values.apply(LINK)), targets(values, names));
    }

    private static List<AlertTarget> targets(Function<String, String> values, Iterable<String> names) {
        TreeMap<String, Set<String>> kinds = new TreeMap<>();
        for (String property : names) {
            Matcher match = NAMED.matcher(property);
            if (match.matches()) {
                if (!NAME.matcher(match.group(2)).matches()) {
                    throw new ConfigException(
                            property + " has an unusable name: it must have 1 to 40 of a-z, 0-9 and -");
                }
                kinds.computeIfAbsent(match.group(2), key -> new TreeSet<>()).add(match.group(1));
            }
        }
        List<AlertTarget> targets = new ArrayList<>();
        kinds.forEach((name, kind) -> {
            if (kind.size() > 1) {
                throw new ConfigException(
                        PREFIX + "webhook." + name + " and " + PREFIX + "mail." + name + " have the same name");
            }
            targets.add(kind.contains("mail") ? mail(values, name) : webhook(values, name));
        });
        return List.copyOf(targets);
    }

    private static AlertTarget webhook(Function<String, String> values, String name) {
        String property = PREFIX + "webhook." + name + ".url";
        return AlertTarget.webhook(name, address(property, required(values, property)),
                values.apply(PREFIX + "webhook." + name + ".secret"));
    }

    private static AlertTarget mail(Function<String, String> values, String name) {
        String prefix = PREFIX + "mail." + name;
        String to = required(values, prefix + ".to");
        for (String address : to.split(",", -1)) {
            mailAddress(prefix + ".to", address.strip());
        }
        String from = values.apply(prefix + ".from");
        if (from != null) {
            mailAddress(prefix + ".from", from);
        }
        String session = values.apply(prefix + ".session");
        String server = values.apply(prefix + ".server");
        if ((session == null) == (server == null)) {
            throw new ConfigException(
                    "one of " + prefix + ".session and " + prefix + ".server must be set, and not both");
        }
        if (server == null) {
            return AlertTarget.mail(name, session, null, from, to);
        }
        required(values, prefix + ".from");
        return AlertTarget.mail(name, null, MailServer.of(prefix + ".server", server), from, to);
    }

    private static void mailAddress(String property, String address) {
        if (!ADDRESS.matcher(address).matches()) {
            throw new ConfigException(
                    property + " contains \"" + address + "\"; it must be a mail address, for example ops@example.com");
        }
    }

    private static String required(Function<String, String> values, String property) {
        String value = values.apply(property);
        if (value == null) {
            throw new ConfigException(property + " is missing");
        }
        return value;
    }

    /** Reads an address. Errors do not quote the value, because it can contain a secret. */
    private static String address(String property, String text) {
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && uri.getUserInfo() == null
                    && (scheme.equals("http") || scheme.equals("https"))) {
                return text;
            }
        } catch (URISyntaxException e) {
            // the same message as for a URL of another scheme
        }
        throw new ConfigException(property + " is not a URL with http or https and a host, without user information");
    }

    private static String link(String value) {
        if (value == null) {
            return null;
        }
        return address(LINK, value.endsWith("/") ? value : value + "/");
    }

    private static boolean flag(String value) {
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw new ConfigException(ENABLED + " is \"" + value + "\"; it must be true or false");
        }
        return !"false".equals(value);
    }

    private static Duration interval(String value) {
        String text = value == null ? "30s" : value;
        Matcher match = DURATION.matcher(text);
        Duration interval = !match.matches() ? Duration.ZERO
                : match.group(2).equals("s") ? Duration.ofSeconds(Long.parseLong(match.group(1)))
                        : Duration.ofMinutes(Long.parseLong(match.group(1)));
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new ConfigException(INTERVAL + " is \"" + text + "\"; it must be from 1s to 10m, for example 30s");
        }
        return interval;
    }
}
