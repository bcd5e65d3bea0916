package io.github.asynqee.console.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.redis.CurrentScope;

/**
 * Answers requests to the API without a login with 401, also those to paths that do not exist. What a user may do is decided
 * by {@code ApiGuard}, by the method that is called and not by the path.
 */
public class ApiLogin implements Filter {

    private static final String ALIVE = "/alive";

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        if (http.getUserPrincipal() != null || ALIVE.equals(http.getPathInfo())
                || "/api/alive".equals(http.getServletPath())) {
            try {
                chain.doFilter(request, response);
            } finally {
                CurrentScope.clear();
            }
            return;
        }
        HttpServletResponse answer = (HttpServletResponse) response;
        Problem problem = Problem.of(401, "login-required", "Login required", "Log in, then repeat the request.");
        answer.setStatus(problem.status());
        answer.setContentType(Problem.MEDIA_TYPE);
        answer.getOutputStream().write(Json.text(problem.toJson()).getBytes(StandardCharsets.UTF_8));
    }
}
