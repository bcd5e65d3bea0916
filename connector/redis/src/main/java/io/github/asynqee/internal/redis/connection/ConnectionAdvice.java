package io.github.asynqee.internal.redis.connection;

import java.util.List;

/** Names the option of the connection that a failed attempt to connect suggests to change. */
final class TlsErrors {

    /** How a server ends a connection whose client it does not accept. */
    private static final List<String> REFUSED = List.of("fatal alert", "Broken pipe", "Connection reset",
            "Unexpected end of stream", "terminated the handshake");

    private TlsErrors() {}

    /**
     * Explains a failure.
     *
     * @param config how the connection was to be made
     * @param message of the failure
     * @return what to check, beginning with a separator; empty if there is nothing to add
     */
    static String advice(RedisConfig config, String message) {
        if (message == null) {
            return "";
        }
        boolean closed = REFUSED.stream().anyMatch(message::contains);
        if (!config.tls()) {
            return closed ? "; if Redis expects TLS, the URL must begin with rediss:// or have tls=true" : "";
        }
        if (message.contains("subject alternative") || message.contains("No name matching")) {
            return "; the certificate of Redis is not valid for this host: tls-server can name another one, "
                    + "tls-verify=ca accepts any";
        }
        if (message.contains("certification path") || message.contains("PKIX") || message.contains("signature")
                || message.contains("trustAnchors")) {
            return config.options().trustStore() == null
                    ? "; trust-store is not set, and no authority that the JVM trusts has issued the certificate of Redis"
                    : "; no authority in trust-store has issued the certificate of Redis";
        }
        if (message.contains("Unsupported or unrecognized SSL message")) {
            return "; Redis does not speak TLS on this port";
        }
        return closed ? refusedClient(config) : "";
    }

    private static String refusedClient(RedisConfig config) {
        return config.options().keyStore() == null
                ? "; key-store is not set: Redis may demand a certificate of the client"
                : "; Redis may not accept the certificate in key-store";
    }
}
