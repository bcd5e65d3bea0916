package io.github.asynqee.console.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.LogText;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.CsrfTokens;
import io.github.asynqee.console.security.Origins;
import io.github.asynqee.console.security.Public;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;

/** Decides whether the user may call the method that was matched. It depends on the method alone, not on the path. */
@Provider
@Priority(Priorities.AUTHORIZATION)
public class ApiGuard implements ContainerRequestFilter {

    /** The property of a request that was refused before it reached its method. */
    static final String REFUSED = "asynq.console.refused";

    private static final Logger LOG = System.getLogger(ApiGuard.class.getName());
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    @Context
    ResourceInfo resource;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Override
    public void filter(ContainerRequestContext request) {
        Method method = resource.getResourceMethod();
        if (method != null && method.isAnnotationPresent(Public.class)) {
            return;
        }
        Problem problem = refusal(method, request.getMethod());
        if (problem == null) {
            QueueScope scope = console.config().scopeOf(user(http), http::isUserInRole);
            CurrentScope.set(scope, user(http));
            problem = outOfScope(scope, request.getUriInfo().getPathParameters().getFirst("queue"));
        }
        if (problem != null) {
            LOG.log(Level.WARNING, "Refused to {0} at {1}: {2}, for {3} {4}.", LogText.of(user(http)),
                    http.getRemoteAddr(), problem.code(), LogText.of(request.getMethod()),
                    LogText.of(http.getRequestURI()));
            request.setProperty(REFUSED, problem.code());
            request.abortWith(Failures.response(problem));
        }
    }

    /** Why a call is refused for a user who may not see all queues; {@code null} if it is not refused. */
    private Problem outOfScope(QueueScope scope, String queue) {
        if (!scope.isAll() && !resource.getResourceClass().isAnnotationPresent(WithinScope.class)) {
            return Problems.outOfScope();
        }
        try {
            if (queue != null) {
                CurrentScope.require(scope, Segment.fromString(queue).name());
            }
            return null;
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    private Problem refusal(Method method, String verb) {
        String user = user(http);
        if (user == null) {
            return Problem.of(401, "login-required", "Login required", "Log in, then repeat the request.");
        }
        Allowed allowed = method == null ? null : method.getAnnotation(Allowed.class);
        List<Role> roles = Role.of(http::isUserInRole);
        if (allowed == null || !roles.contains(allowed.value())) {
            return Problem.of(403, "role", "No permission",
                    allowed == null ? "No role allows this." : "This needs the role " + allowed.value().containerName()
                            + ".");
        }
        if (READS.contains(verb)) {
            return null;
        }
        if (!new Origins(console.config().origins()).accept(http.getHeader("Origin"), http.getHeader("Host"),
                http.isSecure(),
                http.getHeader("Sec-Fetch-Site"))) {
            return Problem.of(403, "origin", "Foreign origin",
                    "The request does not come from a page of this console.");
        }
        if (!CsrfTokens.matches(http.getSession(false), user, http.getHeader(CsrfTokens.HEADER))) {
            return Problem.of(403, "csrf", "Token missing or old",
                    "Get a token from /api/session and send it in the header " + CsrfTokens.HEADER + ".");
        }
        return console.config().readOnly() && !allowed.readOnly()
                ? Problem.of(403, "read-only", "Read-only", "This console is configured to be read-only.")
                : null;
    }

    public static String user(HttpServletRequest http) {
        return http.getUserPrincipal() == null ? null : http.getUserPrincipal().getName();
    }
}
