package io.github.asynqee.internal.redis.connection;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Address, credentials and options of a Redis server.
 *
 * <ul>
 * <li>{@code redis://[[user]:password@]host[:port][/db]}: one server; {@code rediss://…} with TLS
 * <li>{@code redis-sentinel://[[user]:password@]host[:port],host[:port]…[/db]?master=name[&username=…][&password=…]}:
 * the master announced by Sentinels; user and password before the hosts are for the Sentinels
 * <li>{@code redis-cluster://[[user]:password@]host[:port],host[:port]…}: a cluster
 * <li>{@code redis-proxy://[[user]:password@]host[:port]}: a proxy that spreads keys over several servers by their hash
 * tags and passes on commands with keys only, such as twemproxy
 * </ul>
 *
 * Sentinels and clusters accept the parameter {@code tls=true}. All accept {@code connect-timeout} and {@code
 * command-timeout} (durations), {@code max-connections}, {@code trust-store}, {@code key-store} (files) with {@code
 * trust-store-password}, {@code key-store-password}, {@code tls-verify} ({@code full}, {@code ca} or {@code none}) and
 * {@code tls-server}, the name for which the certificate must be valid instead of the host. Special characters in
 * passwords must be percent-encoded.
 */
public final class RedisConfig {

    /**
     * A host and an optional port. The host may have underscores, as names of containers do, although {@link
     * java.net.URI} rejects them.
     */
    private static final Pattern HOST = Pattern
            .compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?])(?::(\\d{1,9}))?");
    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_PORT = 6379;
    private static final int DEFAULT_SENTINEL_PORT = 26379;
    private static final Set<String> PARAMETERS = Stream
            .concat(Stream.of("master", "username", "password", "tls"), ConnectionOptions.NAMES.stream())
            .collect(Collectors.toUnmodifiableSet());
    /** A password, up to the next parameter, because a password that is not encoded may contain an ampersand. */
    private static final Pattern PASSWORDS = Pattern
            .compile("password=.*?(?=&(?:" + String.join("|", PARAMETERS) + ")=|$)");
    private static final String ALLOWED = "redis://[[user]:password@]host[:port][/db], rediss://…, "
            + "redis-sentinel://[[user]:password@]host[:port],…[/db]?master=name, redis-cluster://[[user]:password@]host[:port],… "
            + "or redis-proxy://[[user]:password@]host[:port]";

    private final String url;
    private final Kind kind;
    private final List<Host> hosts;
    private final String user;
    private final String password;
    private final String sentinelUser;
    private final String sentinelPassword;
    private final String master;
    private final int database;
    private final boolean tls;
    private final ConnectionOptions options;

    enum Kind {
        SINGLE, SENTINEL, CLUSTER, PROXY
    }

    record Host(String name, int port) {
        @Override
        public String toString() {
            return name + ":" + port;
        }
    }

    private RedisConfig(String url, Map<String, String> defaults) {
        this.url = url;
        int scheme = url.indexOf("://");
        if (scheme < 0) {
            throw invalid("it has no scheme");
        }
        kind = kindOf(url.substring(0, scheme));
        String rest = url.substring(scheme + 3);
        Map<String, String> parameters = parameters(rest);
        String beforeQuery = rest.split("\\?", 2)[0];
        String[] authorityAndPath = beforeQuery.split("/", 2);
        int at = authorityAndPath[0].lastIndexOf('@');
        String[] userInfo = at < 0 ? new String[]{ "", "" }
                : authorityAndPath[0].substring(0, at).split(":", 2);
        String urlUser = decode(userInfo[0]);
        String urlPassword = userInfo.length > 1 ? decode(userInfo[1]) : "";
        hosts = hosts(authorityAndPath[0].substring(at + 1));
        database = database(authorityAndPath.length > 1 ? authorityAndPath[1] : "");
        master = parameters.getOrDefault("master", "");
        tls = url.startsWith("rediss:") || truth(parameters.getOrDefault("tls", "false"));
        if (kind == Kind.SENTINEL) {
            sentinelUser = urlUser;
            sentinelPassword = urlPassword;
            user = parameters.getOrDefault("username", "");
            password = parameters.getOrDefault("password", "");
            if (master.isEmpty()) {
                throw invalid("it does not name the master with ?master=name");
            }
        } else {
            sentinelUser = "";
            sentinelPassword = "";
            user = parameters.getOrDefault("username", urlUser);
            password = parameters.getOrDefault("password", urlPassword);
        }
        options = options(parameters, defaults);
        if (!tls && (parameters.containsKey("tls-verify") || parameters.containsKey("tls-server"))) {
            throw invalid("tls-verify and tls-server need TLS");
        }
        if ((kind == Kind.SINGLE || kind == Kind.PROXY) && hosts.size() > 1) {
            throw invalid("it has several hosts");
        }
        if ((kind == Kind.CLUSTER || kind == Kind.PROXY) && database != 0) {
            throw invalid("a cluster or a proxy has only database 0");
        }
    }

    /**
     * Parses a URL without connecting.
     *
     * @param url the URL, in one of the forms above
     * @return the configuration
     * @throws IllegalArgumentException if the URL is invalid; the message contains the allowed forms
     */
    public static RedisConfig of(String url) {
        return of(url, Map.of());
    }

    /**
     * Parses a URL without connecting.
     *
     * @param url the URL, in one of the forms above
     * @param defaults values of connection parameters that are missing in the URL; other parameters are ignored
     * @return the configuration
     * @throws IllegalArgumentException if the URL or a default is invalid; the message contains what is allowed
     */
    public static RedisConfig of(String url, Map<String, String> defaults) {
        return new RedisConfig(url.trim(), defaults);
    }

    private ConnectionOptions options(Map<String, String> parameters, Map<String, String> defaults) {
        Map<String, String> values = new HashMap<>(defaults);
        values.putAll(parameters);
        try {
            return ConnectionOptions.of(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("connections to Redis " + masked() + ": " + e.getMessage(), e);
        }
    }

    private boolean truth(String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw invalid("parameter \"tls\" is \"" + text + "\", neither true nor false");
        }
        return text.equalsIgnoreCase("true");
    }

    private Kind kindOf(String scheme) {
        return switch (scheme) {
            case "redis", "rediss" -> Kind.SINGLE;
            case "redis-sentinel" -> Kind.SENTINEL;
            case "redis-cluster" -> Kind.CLUSTER;
            case "redis-proxy" -> Kind.PROXY;
            case "redis-socket" -> throw invalid("the Redis client for Java cannot use Unix sockets");
            default -> throw invalid("its scheme is unknown");
        };
    }

    private Map<String, String> parameters(String rest) {
        Map<String, String> found = new LinkedHashMap<>();
        String[] parts = rest.split("\\?", 2);
        if (parts.length > 1) {
            for (String pair : parts[1].split("&")) {
                String[] nameAndValue = pair.split("=", 2);
                if (!PARAMETERS.contains(nameAndValue[0])) {
                    throw invalid("parameter " + quoted(nameAndValue[0]) + " is unknown");
                }
                found.put(nameAndValue[0], nameAndValue.length > 1 ? decode(nameAndValue[1]) : "");
            }
        }
        return found;
    }

    private List<Host> hosts(String text) {
        List<Host> found = new ArrayList<>();
        for (String part : text.split(",")) {
            found.add(host(part));
        }
        return found;
    }

    private Host host(String text) {
        Matcher host = HOST.matcher(text);
        if (!host.matches()) {
            throw invalid(quoted(text) + " is not a host");
        }
        if (host.group(2) == null) {
            return new Host(host.group(1), kind == Kind.SENTINEL ? DEFAULT_SENTINEL_PORT : DEFAULT_PORT);
        }
        int port = Integer.parseInt(host.group(2));
        if (port < 1 || port > MAX_PORT) {
            throw invalid(quoted(text) + " has a port that is not from 1 to " + MAX_PORT);
        }
        return new Host(host.group(1), port);
    }

    private int database(String path) {
        if (path.isEmpty()) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(path);
        } catch (NumberFormatException e) {
            throw invalid(quoted(path) + " is not a database number");
        }
    }

    private String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw invalid("a % is not followed by two hexadecimal digits");
        }
    }

    private IllegalArgumentException invalid(String why) {
        return new IllegalArgumentException(
                "Redis URL \"" + masked() + "\" is invalid: " + why + "; allowed: " + ALLOWED);
    }

    /**
     * The URL with masked passwords. It shows the name of the user, which distinguishes two users of one server. A text
     * without a colon may be the password and is masked.
     */
    private String masked() {
        int begin = url.indexOf("://") + 3;
        int at = url.lastIndexOf('@');
        int colon = url.indexOf(':', begin);
        String user = colon >= 0 && colon < at ? url.substring(begin, colon + 1) : "";
        String host = at < begin ? url : url.substring(0, begin) + user + "***" + url.substring(at);
        return PASSWORDS.matcher(host).replaceAll("password=***");
    }

    /**
     * A part of the URL, for a message. It is omitted if a password may be unencoded, because it may then be a part of
     * the password.
     */
    private String quoted(String part) {
        int end = Math.max(url.indexOf('/', url.indexOf("://") + 3), url.indexOf('?'));
        return end >= 0 && (url.indexOf('@', end) >= 0 || url.indexOf("password=", end) >= 0)
                ? "a part of it (special characters of passwords must be percent-encoded)"
                : "\"" + part + "\"";
    }

    /** @return whether both URLs name a common host, and the same tasks on it */
    public boolean isSameRedis(RedisConfig other) {
        return kind == other.kind && database == other.database && master.equals(other.master)
                && hosts.stream().anyMatch(other.hosts::contains);
    }

    Kind kind() {
        return kind;
    }

    List<Host> hosts() {
        return hosts;
    }

    String user() {
        return user;
    }

    String password() {
        return password;
    }

    String sentinelUser() {
        return sentinelUser;
    }

    String sentinelPassword() {
        return sentinelPassword;
    }

    String master() {
        return master;
    }

    int database() {
        return database;
    }

    /** Whether connections are encrypted. */
    public boolean tls() {
        return tls;
    }

    /** @return whether a proxy passes on commands with keys only */
    public boolean isProxy() {
        return kind == Kind.PROXY;
    }

    ConnectionOptions options() {
        return options;
    }

    /** @return the URL with passwords replaced by asterisks */
    @Override
    public String toString() {
        return masked();
    }
}
