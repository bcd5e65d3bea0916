package io.github.asynqee.console.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Whether the session of a request belongs to its user. Open Liberty binds a session to the user who was logged in, and
 * the login can expire first: then the server answers each request that uses the session with status 500, even a new
 * login, until the session has been idle for its timeout. The configuration of the server can prevent this; otherwise
 * this class removes the cookie from the browser.
 */
public final class SessionOwner {

    private SessionOwner() {}

    /** Whether the server refuses the session to the user of the request. */
    public static boolean isAnother(HttpServletRequest request) {
        try {
            request.getSession(false);
            return false;
        } catch (RuntimeException e) {
            // UnauthorizedSessionRequestException, which only Open Liberty has
            return true;
        }
    }

    /** Removes the session cookie from the browser: servers set its path to the application or to the root. */
    public static void forget(HttpServletRequest request, HttpServletResponse response) {
        String name = request.getServletContext().getSessionCookieConfig().getName();
        for (String path : new String[]{ "/", request.getContextPath() }) {
            Cookie cookie = new Cookie(name, "");
            cookie.setPath(path);
            cookie.setMaxAge(0);
            cookie.setHttpOnly(true);
            response.addCookie(cookie);
        }
    }
}
