package io.github.asynqee.console.security;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.github.asynqee.console.problem.LogText;

/**
 * Refuses the login of a user for some minutes after too many wrong passwords, at this node. On Open Liberty filters
 * see the requests of the login form. On WildFly they do not; there the security realm itself refuses.
 */
public class LoginLimit implements Filter {

    private static final Logger LOG = System.getLogger(LoginLimit.class.getName());
    private static final String LOGIN = "j_security_check";
    private static final String ERROR_PAGE = "/login-error.html";
    private static final int TOO_MANY = 429;
    /** The page for a refused login. It is not an error page of the container, because that would need a login. */
    private static final String PAGE = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<title>Too many attempts</title></head><body><main><h1>Too many attempts</h1>"
            + "<p>There were too many wrong passwords for this user. Try again in ten minutes.</p>"
            + "<p><a href=\"./\">Log in</a></p></main></body></html>";

    private final LoginAttempts attempts = new LoginAttempts(Clock.systemUTC());

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        if (!isLogin(http)) {
            chain.doFilter(request, response);
            return;
        }
        String user = http.getParameter("j_username");
        if (!attempts.begin(user)) {
            LOG.log(Level.WARNING, "A login as {0} at {1} was refused: too many wrong passwords for this user name.",
                    LogText.of(user), http.getRemoteAddr());
            answer.setStatus(TOO_MANY);
            answer.setHeader("Retry-After", String.valueOf(LoginAttempts.WINDOW.toSeconds()));
            answer.setContentType("text/html;charset=UTF-8");
            answer.getOutputStream().write(PAGE.getBytes(StandardCharsets.UTF_8));
            return;
        }
        chain.doFilter(request, response);
        String location = answer.getHeader("Location");
        if (answer.getStatus() == HttpServletResponse.SC_FOUND && location != null && !location.contains(ERROR_PAGE)) {
            attempts.succeeded(user);
        }
    }

    /**
     * Matches the name anywhere in the path, encoded or not, because containers differ in which requests they treat as
     * a login.
     */
    private static boolean isLogin(HttpServletRequest http) {
        return http.getRequestURI().contains(LOGIN) || (http.getServletPath() + http.getPathInfo()).contains(LOGIN);
    }
}
