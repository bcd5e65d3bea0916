package io.github.asynqee.internal.redis.connection;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.text.GoDuration;

/**
 * How connections to a Redis are made.
 *
 * @param connectTimeout limit of a connection attempt
 * @param commandTimeout how long to wait for a reply, or for a free connection
 * @param maxConnections the maximum number of pooled connections to each node
 * @param trustStore the certificates that are trusted, {@code null} for the certificates of the JVM
 * @param trustStorePassword its password, {@code null} if it has none
 * @param keyStore the client's certificate and key, {@code null} for none
 * @param keyStorePassword its password, {@code null} if it has none
 * @param verify which checks the server's certificate must pass
 * @param tlsServer the name for which the certificate must be valid, {@code null} for the host of the URL
 */
record ConnectionOptions(Duration connectTimeout, Duration commandTimeout, int maxConnections, Path trustStore,
        String trustStorePassword, Path keyStore, String keyStorePassword, Verify verify, String tlsServer) {

    /** Names of the options in a URL. */
    static final List<String> NAMES = List.of("connect-timeout", "command-timeout", "max-connections", "trust-store",
            "trust-store-password", "key-store", "key-store-password", "tls-verify", "tls-server");

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** Minimum of {@code max-connections}. A worker needs one connection for each thread that sends commands. */
    private static final int FEWEST_CONNECTIONS = 2;

    /** Checks of the server's certificate. */
    enum Verify {
        /** The certificate is trusted and was issued for the host name. */
        FULL,
        /** The certificate is trusted. */
        CA,
        /** No check; the connection is encrypted, but its other end is unknown. */
        NONE
    }

    /**
     * Reads options.
     *
     * @param values option to its text; options that are missing have their defaults
     * @throws IllegalArgumentException if a value is invalid; the message names the option and what is allowed
     */
    static ConnectionOptions of(Map<String, String> values) {
        ConnectionOptions options = new ConnectionOptions(duration(values, "connect-timeout", Duration.ofSeconds(5)),
                duration(values, "command-timeout", Duration.ofSeconds(3)), connections(values),
                file(values, "trust-store"), values.get("trust-store-password"), file(values, "key-store"),
                values.get("key-store-password"), verify(values), values.get("tls-server"));
        TlsStores.requireCertificates(options.trustStore, options.trustStorePassword);
        TlsStores.requireKey(options.keyStore, options.keyStorePassword);
        return options;
    }

    private static Duration duration(Map<String, String> values, String name, Duration otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            Duration duration = GoDuration.parse(text);
            if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            throw invalid(name, text, "a duration from 10ms to 5m");
        }
        throw invalid(name, text, "a duration from 10ms to 5m");
    }

    private static int connections(Map<String, String> values) {
        String text = values.getOrDefault("max-connections", "32");
        try {
            int connections = Integer.parseInt(text);
            if (connections >= FEWEST_CONNECTIONS) {
                return connections;
            }
        } catch (NumberFormatException e) {
            throw invalid("max-connections", text, "a number from " + FEWEST_CONNECTIONS);
        }
        throw invalid("max-connections", text, "a number from " + FEWEST_CONNECTIONS);
    }

    private static Path file(Map<String, String> values, String name) {
        String text = values.get(name);
        if (text == null) {
            return null;
        }
        try {
            Path path = Path.of(text);
            if (Files.isReadable(path) && !Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw invalid(name, text, "the path of a file");
        }
        throw invalid(name, text, "the path of a PKCS12 or JKS file that exists and can be read");
    }

    private static Verify verify(Map<String, String> values) {
        String text = values.getOrDefault("tls-verify", "full");
        return switch (text) {
            case "full" -> Verify.FULL;
            case "ca" -> Verify.CA;
            case "none" -> Verify.NONE;
            default -> throw invalid("tls-verify", text, "full, ca or none");
        };
    }

    private static IllegalArgumentException invalid(String name, String value, String allowed) {
        return new IllegalArgumentException(name + " \"" + value + "\" is invalid; allowed: " + allowed);
    }

    /** Does not show the options, because they contain passwords. */
    @Override
    public String toString() {
        return "ConnectionOptions";
    }
}
