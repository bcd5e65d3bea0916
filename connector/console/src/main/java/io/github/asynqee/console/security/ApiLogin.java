package io.github.asynqee.console.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.redis.CurrentScope;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Answers API requests without a login with 401, even for paths that do not exist, and ends an expired login. {@code
 * ApiGuard} decides what a user may do, by the called method and not by the path.
 */
public class ApiLogin implements Filter {

    /** The paths for probes and monitoring, which have no login. */
    private static final Set<String> PUBLIC = Set.of("/alive", "/ready");

    private final Duration limit;
    private final Clock clock;

    /** Creates the filter with the configuration of the application. */
    public ApiLogin() {
        this(ConsoleConfig.of(ConfigProvider.getConfig()).sessionLimit(), Clock.systemUTC());
    }

    ApiLogin(Duration limit, Clock clock) {
        this.limit = limit;
        this.clock = clock;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        boolean isPublic = http.getPathInfo() != null
                ? PUBLIC.contains(http.getPathInfo())
                : PUBLIC.stream().anyMatch(path -> ("/api" + path).equals(http.getServletPath()));
        boolean ofAnother = !isPublic && SessionOwner.isAnother(http);
        if (!ofAnother && http.getUserPrincipal() != null && isOver(http.getSession(false))) {
            end(http);
        }
        if (isPublic || !ofAnother && http.getUserPrincipal() != null) {
            try {
                chain.doFilter(request, response);
            } finally {
                CurrentScope.clear();
            }
            return;
        }
        HttpServletResponse answer = (HttpServletResponse) response;
        if (ofAnother) {
            SessionOwner.forget(http, answer);
        }
        Problem problem = Problem.of(401, "login-required", "Login required", "Log in, then repeat the request.");
        answer.setStatus(problem.status());
        answer.setContentType(Problem.MEDIA_TYPE);
        answer.getOutputStream().write(Json.text(problem.toJson()).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the login has expired. This is checked because an open page polls, so that its session is never idle. */
    private boolean isOver(HttpSession session) {
        try {
            return session != null
                    && clock.millis() - session.getCreationTime() > limit.toMillis();
        } catch (IllegalStateException e) {
            // another request has ended it
            return true;
        }
    }

    private static void end(HttpServletRequest http) throws ServletException {
        http.logout();
        HttpSession session = http.getSession(false);
        if (session != null) {
            try {
                session.invalidate();
            } catch (IllegalStateException e) {
                // another request has ended it
                return;
            }
        }
    }
}
