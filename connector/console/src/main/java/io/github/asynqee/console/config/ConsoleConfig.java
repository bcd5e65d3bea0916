package io.github.asynqee.console.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.crypto.SecretKey;

import io.github.asynqee.internal.inspect.payload.KeyFile;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import org.eclipse.microprofile.config.Config;

/**
 * The configuration of the console, read once and validated.
 *
 * @param redises at least one, by name; the Redis without a name is {@code default} and the first
 * @param readOnly whether every change is refused
 * @param mask JSON pointers of the values in payloads, results and headers that are not shown
 * @param maskErrors whether texts of errors are not shown
 * @param refresh the interval at which a Redis is read while the console has viewers
 * @param origins the origins, for example {@code https://ops.example.com}, from which changes are accepted in addition
 *        to the host that the request names
 * @param hsts whether responses over HTTPS tell browsers to use only HTTPS for this host
 * @param scopes names of queues, with {@code *}, by user or role
 * @param defaultScope the queues of users without a scope by name or role
 * @param home the address of the application whose tasks are shown, {@code null} for none
 * @param traceUrl the address of a trace, in which {@value #TRACE_ID} is its ID; {@code null} for none
 * @param jobKey signs jobs, {@code null} if they are not signed
 * @param sessionLimit maximum duration of a login, even if it is used
 * @param budget about how many commands per second are sent to a Redis to keep the state up to date
 * @param payloadKeys the keys of encrypted payloads by their IDs
 * @param decryptFor the lowest role that sees decrypted payloads: {@code viewer}, {@code operator} or {@code admin}
 */
public record ConsoleConfig(List<RedisEntry> redises, boolean readOnly, List<String> mask, boolean maskErrors,
        Duration refresh,
        Set<String> origins, boolean hsts, Map<String, QueueScope> scopes, QueueScope defaultScope,
        String home, String traceUrl, String jobKey, Duration sessionLimit, int budget,
        Map<String, SecretKey> payloadKeys, String decryptFor) {

    /** The URL of the Redis named {@value #DEFAULT_NAME}. */
    public static final String URL = "asynq.console.url";
    public static final String READ_ONLY = "asynq.console.read-only";
    public static final String MASK = "asynq.console.mask";
    public static final String MASK_ERRORS = "asynq.console.mask-errors";
    public static final String REFRESH = "asynq.console.refresh";
    public static final String ORIGINS = "asynq.console.origins";
    public static final String HOME = "asynq.console.home";
    public static final String TRACE_URL = "asynq.console.trace-url";
    public static final String HSTS = "asynq.console.hsts";
    public static final String JOB_KEY = "asynq.console.job-key";
    public static final String SESSION_LIMIT = "asynq.console.session-limit";
    public static final String BUDGET = "asynq.console.budget";
    public static final String PAYLOAD_KEYS = "asynq.console.payload-keys";
    public static final String DECRYPT_FOR = "asynq.console.decrypt-for";

    /** The beginning of properties that end with the name of a user or role. */
    public static final String SCOPE = "asynq.console.scope.";
    public static final String DEFAULT_SCOPE = "asynq.console.default-scope";
    private static final String SCOPE_VARIABLE = "ASYNQ_CONSOLE_SCOPE_";
    static final String TRACE_ID = "{traceId}";
    static final String DEFAULT_NAME = "default";
    static final String DEFAULT_URL = "redis://localhost:6379";

    private static final Pattern NAMED = Pattern.compile("asynq\\.console\\.redis\\.(.+)\\.url");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m|h)");
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/\\s]+");
    private static final Pattern ADDRESS = Pattern.compile("https?://[^/\\s]\\S*|/|/[^/\\\\\\s]\\S*");
    /** An address that contains the ID exactly once, after the host. */
    private static final Pattern TRACE_ADDRESS = Pattern
            .compile("https?://[^/\\s{}<>\"\\\\]+/[^\\s{}<>\"\\\\]*\\{traceId}[^\\s{}<>\"\\\\]*");
    /** First segments of the API's paths that are not names. */
    private static final Set<String> RESERVED = Set.of("session", "alive", "ready", "openapi");
    private static final int SHORTEST_KEY = 32;
    private static final Duration SHORTEST_SESSION = Duration.ofSeconds(1);
    private static final Duration LONGEST_SESSION = Duration.ofHours(168);
    private static final int LOWEST_BUDGET = 100;
    private static final int HIGHEST_BUDGET = 1_000_000;
    private static final Duration SHORTEST_REFRESH = Duration.ofMillis(500);
    private static final Duration LONGEST_REFRESH = Duration.ofMinutes(5);

    /**
     * Reads the configuration.
     *
     * @param config the source
     * @return the values
     * @throws ConfigException if a value is invalid; the message names the property and the allowed values
     */
    public static ConsoleConfig of(Config config) {
        return of(name -> config.getOptionalValue(name, String.class), config.getPropertyNames());
    }

    static ConsoleConfig of(Function<String, Optional<String>> values, Iterable<String> names) {
        return new ConsoleConfig(redises(values, names), flag(READ_ONLY, values.apply(READ_ONLY), false),
                list(values.apply(MASK)).map(ConsoleConfig::pointer).toList(),
                flag(MASK_ERRORS, values.apply(MASK_ERRORS), list(values.apply(MASK)).findAny().isPresent()),
                refresh(values.apply(REFRESH)),
                Set.copyOf(list(values.apply(ORIGINS)).map(ConsoleConfig::origin).toList()),
                flag(HSTS, values.apply(HSTS), true), scopes(values, names),
                defaultScope(values.apply(DEFAULT_SCOPE), names),
                values.apply(HOME).map(String::strip).filter(text -> !text.isEmpty()).map(ConsoleConfig::address)
                        .orElse(null),
                values.apply(TRACE_URL).map(String::strip).filter(text -> !text.isEmpty())
                        .map(ConsoleConfig::traceAddress).orElse(null),
                jobKey(values.apply(JOB_KEY)), sessionLimit(values.apply(SESSION_LIMIT)), budget(values.apply(BUDGET)),
                payloadKeys(values.apply(PAYLOAD_KEYS)), decryptFor(values.apply(DECRYPT_FOR)));
    }

    /**
     * Returns the queues that a user may see: the property with the user's name decides, otherwise all properties with
     * names of the user's roles, otherwise the default. Names are compared ignoring case. A container does not list the
     * roles of a user, so each role is checked as written, in lower case and in upper case.
     *
     * @param user the login name
     * @param isInRole whether the container has given the user a role of that name
     */
    public QueueScope scopeOf(String user, Predicate<String> isInRole) {
        Optional<QueueScope> own = scopes.entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(user))
                .map(Map.Entry::getValue).findFirst();
        if (own.isPresent()) {
            return own.get();
        }
        List<QueueScope> ofRoles = scopes.entrySet().stream()
                .filter(entry -> Stream.of(entry.getKey(), entry.getKey().toLowerCase(Locale.ROOT),
                        entry.getKey().toUpperCase(Locale.ROOT)).anyMatch(isInRole))
                .map(Map.Entry::getValue).toList();
        return ofRoles.isEmpty() ? defaultScope
                : new QueueScope(ofRoles.stream().flatMap(scope -> scope.patterns().stream()).toList());
    }

    /**
     * Whether a user can have a scope. Without a property of the user's name, every property is considered, because the
     * roles of a user are known only during requests of the user.
     */
    public boolean canHave(String user, QueueScope scope) {
        List<QueueScope> own = scopes.entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(user))
                .map(Map.Entry::getValue).toList();
        List<String> possible = (own.isEmpty() ? Stream.concat(scopes.values().stream(), Stream.of(defaultScope))
                : own.stream()).flatMap(each -> each.patterns().stream()).toList();
        return possible.contains("*") || possible.containsAll(scope.patterns());
    }

    private static Map<String, QueueScope> scopes(Function<String, Optional<String>> values, Iterable<String> names) {
        Map<String, QueueScope> scopes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String property : names) {
            if (property.startsWith(SCOPE_VARIABLE)) {
                throw new ConfigException(
                        property + " is an environment variable, which does not keep the characters of names;"
                                + " set " + SCOPE + "<user or role> as a system property or in a file");
            }
            if (property.startsWith(SCOPE)) {
                List<String> patterns = list(values.apply(property)).toList();
                if (patterns.isEmpty() || property.equals(SCOPE)) {
                    throw new ConfigException(property + " must have the name of a user or role at its end, and names"
                            + " of queues as its value, for example " + SCOPE + "ann=mails,billing-*");
                }
                if (scopes.put(property.substring(SCOPE.length()), new QueueScope(patterns)) != null) {
                    throw new ConfigException(property + " is set twice, with names that differ in case only");
                }
            }
        }
        return Map.copyOf(scopes);
    }

    /**
     * If a scope is configured for some users, a default scope is required, because a user name in it may be misspelt.
     */
    private static QueueScope defaultScope(Optional<String> value, Iterable<String> names) {
        for (String property : names) {
            if (value.isEmpty() && property.startsWith(SCOPE)) {
                throw new ConfigException(property + " is set and " + DEFAULT_SCOPE + " is not; set it to none (users"
                        + " without a scope see nothing), to all, or to names of queues, for example mails,billing-*");
            }
        }
        List<String> patterns = list(Optional.of(value.orElse("all"))).toList();
        if (patterns.isEmpty()) {
            throw new ConfigException(DEFAULT_SCOPE + " is empty; it must be all, none, or names of queues, for example"
                    + " mails,billing-*");
        }
        return patterns.equals(List.of("all")) ? QueueScope.ALL
                : patterns.equals(List.of("none")) ? new QueueScope(List.of()) : new QueueScope(patterns);
    }

    private static List<RedisEntry> redises(Function<String, Optional<String>> values, Iterable<String> names) {
        Set<String> named = new TreeSet<>();
        for (String property : names) {
            Matcher match = NAMED.matcher(property);
            if (match.matches()) {
                named.add(name(property, match.group(1)));
            }
        }
        List<RedisEntry> found = new ArrayList<>();
        Optional<String> url = values.apply(URL).filter(text -> !text.isBlank());
        if (url.isPresent() || named.isEmpty()) {
            found.add(entry(URL, DEFAULT_NAME, url.orElse(DEFAULT_URL)));
        }
        for (String name : named) {
            String property = "asynq.console.redis." + name + ".url";
            String value = values.apply(property).filter(text -> !text.isBlank())
                    .orElseThrow(() -> new ConfigException(property + " is empty; it must be a Redis URL"));
            if (name.equals(DEFAULT_NAME) && url.isPresent()) {
                throw new ConfigException(property + " and " + URL + " are both set; only one of them may be");
            }
            found.add(entry(property, name, value));
        }
        return List.copyOf(found);
    }

    private static RedisEntry entry(String property, String name, String url) {
        try {
            RedisConfig.of(url.strip());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(property + ": " + e.getMessage());
        }
        return new RedisEntry(name, url.strip());
    }

    private static String name(String property, String name) {
        if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
            throw new ConfigException(
                    property + " has an unusable name: it must have 1 to 40 of a-z, 0-9 and -, and must"
                            + " not be one of " + new TreeSet<>(RESERVED));
        }
        return name;
    }

    private static boolean flag(String property, Optional<String> value, boolean preset) {
        String text = value.orElse(String.valueOf(preset)).strip();
        if (!text.equals("true") && !text.equals("false")) {
            throw new ConfigException(property + " is \"" + text + "\"; it must be true or false");
        }
        return text.equals("true");
    }

    private static Stream<String> list(Optional<String> value) {
        return value.stream().flatMap(text -> Stream.of(text.split(","))).map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static String pointer(String text) {
        if (!text.startsWith("/")) {
            throw new ConfigException(
                    MASK + " contains \"" + text + "\"; it must be JSON pointers, for example /password,/card/number");
        }
        return text;
    }

    private static String origin(String text) {
        if (!ORIGIN.matcher(text).matches()) {
            throw new ConfigException(
                    ORIGINS + " contains \"" + text + "\"; it must be origins, for example https://ops.example.com");
        }
        return text;
    }

    private static String address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw new ConfigException(HOME + " is \"" + text + "\"; it must be an address, for example"
                    + " https://shop.example.com, or a path of this host, for example /shop");
        }
        return text;
    }

    private static String traceAddress(String text) {
        if (!TRACE_ADDRESS.matcher(text).matches()) {
            throw new ConfigException(TRACE_URL + " is \"" + text + "\"; it must be an address that begins with http://"
                    + " or https:// and has " + TRACE_ID + " once, behind the host, for example"
                    + " https://tracing.example.com/trace/" + TRACE_ID);
        }
        return text;
    }

    private static Duration refresh(Optional<String> value) {
        return duration(REFRESH, value.orElse("2s").strip(), SHORTEST_REFRESH, LONGEST_REFRESH,
                "500ms to 5m, for example 2s");
    }

    private static Duration sessionLimit(Optional<String> value) {
        return duration(SESSION_LIMIT, value.orElse("12h").strip(), SHORTEST_SESSION, LONGEST_SESSION,
                "1s to 168h, for example 12h");
    }

    private static Duration duration(String property, String text, Duration shortest, Duration longest,
            String allowed) {
        Matcher match = DURATION.matcher(text);
        Duration duration = !match.matches() ? Duration.ZERO : switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(Long.parseLong(match.group(1)));
            case "s" -> Duration.ofSeconds(Long.parseLong(match.group(1)));
            case "m" -> Duration.ofMinutes(Long.parseLong(match.group(1)));
            default -> Duration.ofHours(Long.parseLong(match.group(1)));
        };
        if (duration.compareTo(shortest) < 0 || duration.compareTo(longest) > 0) {
            throw new ConfigException(property + " is \"" + text + "\"; it must be from " + allowed);
        }
        return duration;
    }

    /** Reads the key. Errors do not quote the value, because it is a secret. */
    private static String jobKey(Optional<String> value) {
        String key = value.map(String::strip).filter(text -> !text.isEmpty()).orElse(null);
        if (key != null && key.length() < SHORTEST_KEY) {
            throw new ConfigException(JOB_KEY + " has " + key.length() + " characters; it must have at least "
                    + SHORTEST_KEY);
        }
        return key;
    }

    private static Map<String, SecretKey> payloadKeys(Optional<String> value) {
        try {
            return value.map(String::strip).filter(text -> !text.isEmpty()).map(Path::of).map(KeyFile::read)
                    .orElse(Map.of());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(PAYLOAD_KEYS + ": " + e.getMessage());
        }
    }

    private static String decryptFor(Optional<String> value) {
        String text = value.orElse("admin").strip();
        if (!List.of("viewer", "operator", "admin").contains(text)) {
            throw new ConfigException(DECRYPT_FOR + " is \"" + text + "\"; it must be viewer, operator or admin");
        }
        return text;
    }

    private static int budget(Optional<String> value) {
        String text = value.orElse("10000").strip();
        int budget = text.matches("\\d{1,7}") ? Integer.parseInt(text) : 0;
        if (budget < LOWEST_BUDGET || budget > HIGHEST_BUDGET) {
            throw new ConfigException(BUDGET + " is \"" + text + "\"; it must be a number of commands per second from "
                    + LOWEST_BUDGET + " to " + HIGHEST_BUDGET);
        }
        return budget;
    }

    /** The configuration without its keys and URLs, which contain passwords. */
    @Override
    public String toString() {
        return "ConsoleConfig" + redises.stream().map(RedisEntry::name).toList();
    }
}
