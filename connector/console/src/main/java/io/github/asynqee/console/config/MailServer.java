package io.github.asynqee.console.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A mail server that takes mail by SMTP.
 *
 * @param tls whether the connection begins with TLS; otherwise STARTTLS is used if the server offers it
 * @param host its name or address
 * @param port where it listens
 * @param user the user who logs in, {@code null} without a login; a login requires TLS or STARTTLS
 * @param password the password of the user
 */
public record MailServer(boolean tls, String host, int port, String user, String password) {

    private static final int SMTP_PORT = 25;
    private static final int SMTPS_PORT = 465;

    /**
     * Reads a URL, for example {@code smtp://user:password@mail.example.com:587}. Error messages do not contain the
     * URL, because it can contain a password.
     *
     * @throws ConfigException if the URL is invalid; the message names the property and the allowed form
     */
    static MailServer of(String property, String text) {
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            String[] user = uri.getRawUserInfo() == null ? new String[]{ null, null }
                    : uri.getRawUserInfo().split(":", 2);
            boolean isServer = uri.getHost() != null && uri.getRawPath().length() <= 1 && uri.getRawQuery() == null;
            if (isServer && user.length == 2 && (scheme.equals("smtp") || scheme.equals("smtps"))) {
                boolean tls = scheme.equals("smtps");
                int port = uri.getPort() >= 0 ? uri.getPort() : tls ? SMTPS_PORT : SMTP_PORT;
                return new MailServer(tls, uri.getHost(), port, decoded(user[0]), decoded(user[1]));
            }
        } catch (URISyntaxException e) {
            // the same message as for another URL
        }
        throw new ConfigException(property + " is not a URL of a mail server: it must be smtp://host:port or"
                + " smtps://host:port, with user:password@ before the host if the server asks for it");
    }

    /** Decodes percent-encoding. Unlike in forms, a plus sign is not a space. */
    private static String decoded(String text) {
        return text == null ? null : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The server without user and password. */
    @Override
    public String toString() {
        return (tls ? "smtps://" : "smtp://") + host + ":" + port;
    }
}
