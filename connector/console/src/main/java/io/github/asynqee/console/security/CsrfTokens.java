package io.github.asynqee.console.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import jakarta.servlet.http.HttpSession;

/** One random token per session and user, which every change has to send. */
public final class CsrfTokens {

    /** The header with the token. */
    public static final String HEADER = "X-CSRF-Token";

    private static final String TOKEN = "asynq.console.csrf.token";
    private static final String USER = "asynq.console.csrf.user";
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private CsrfTokens() {}

    /**
     * The token of a session, which is created if it is missing. On some servers a session outlives the login of its
     * user, therefore another user gets another token.
     */
    public static String of(HttpSession session, String user) {
        synchronized (CsrfTokens.class) {
            Object token = session.getAttribute(TOKEN);
            if (token == null || !user.equals(session.getAttribute(USER))) {
                byte[] bytes = new byte[BYTES];
                RANDOM.nextBytes(bytes);
                token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
                session.setAttribute(TOKEN, token);
                session.setAttribute(USER, user);
            }
            return (String) token;
        }
    }

    /** Whether a token is the token of a session; the session may be {@code null}. */
    public static boolean matches(HttpSession session, String user, String token) {
        if (session == null || token == null || !user.equals(session.getAttribute(USER))) {
            return false;
        }
        byte[] expected = String.valueOf(session.getAttribute(TOKEN)).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, token.getBytes(StandardCharsets.UTF_8));
    }
}
