package io.github.asynqee.console.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;

import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.audit.AuditLog;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.runtime.Console;

/**
 * Writes one audit entry for each call of an {@link Action}, after it has ended. Calls that were rejected before the
 * method, for a missing role or token or an invalid body, have no entry, because a user without rights could fill the
 * log. HEAD requests, which do nothing, have no entry either.
 */
@Provider
public class AuditFilter implements ContainerResponseFilter {

    private static final Logger LOG = System.getLogger(AuditFilter.class.getName());
    private static final Set<Integer> REFUSALS = Set.of(403, 404, 409);

    @Context
    ResourceInfo resource;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        Method method = resource.getResourceMethod();
        Action action = method == null ? null : method.getAnnotation(Action.class);
        String result = result(response.getStatus());
        if (action == null || result == null || HttpMethod.HEAD.equals(request.getMethod())
                || request.getProperty(ApiGuard.REFUSED) != null) {
            return;
        }
        MultivaluedMap<String, String> path = request.getUriInfo().getPathParameters();
        try {
            write(action.value(), path, result, detail(response));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "The audit entry of " + action.value() + " by " + ApiGuard.user(http)
                    + " could not be written; its result is " + result + ".", e);
        }
    }

    private void write(String action, MultivaluedMap<String, String> path, String result, String detail) {
        String redis = path.getFirst("redis");
        AuditEntry entry = new AuditEntry(null, Clock.systemUTC().instant(), ApiGuard.user(http), action, redis,
                notes.queue() == null ? name(path.getFirst("queue")) : notes.queue(),
                notes.task() == null ? name(path.getFirst("id")) : notes.task(), notes.filter(), notes.count(),
                notes.result(result), detail);
        AuditLog log = console.of(redis).audit();
        log.note(entry);
        try {
            console.of(redis).redis().own(() -> {
                log.write(entry);
                return null;
            });
        } finally {
            if (notes.end() != null) {
                notes.end().whenComplete((value, e) -> writeEnd(log, entry, e));
            }
        }
    }

    /** The second entry of a change that outlived its response. */
    private static void writeEnd(AuditLog log, AuditEntry first, Throwable e) {
        Problem problem = e == null ? null : Problems.of(e instanceof CompletionException ? e.getCause() : e);
        String result = problem == null ? "done" : result(problem.status());
        AuditEntry end = new AuditEntry(null, Clock.systemUTC().instant(), first.user(), first.action(), first.redis(),
                first.queue(), first.task(), first.filter(), first.count(), result == null ? "failed" : result,
                "ended after its response" + (problem == null ? "" : ": " + problem.detail()));
        log.note(end);
        try {
            log.write(end);
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "The audit entry of the end of " + end.action() + " by " + end.user()
                    + " could not be written; its result is " + end.result() + ".", failure);
        }
    }

    private static String name(String segment) {
        try {
            return segment == null ? null : Segment.fromString(segment).name();
        } catch (ProblemException e) {
            return segment;
        }
    }

    private String detail(ContainerResponseContext response) {
        if (notes.detail() == null && response.getEntity() instanceof Map<?, ?> problem) {
            return (String) problem.get("detail");
        }
        return notes.detail();
    }

    /**
     * The result in the audit entry; {@code null} for requests that were invalid, or were rejected because of too many
     * requests.
     */
    private static String result(int status) {
        return switch (status / 100) {
            case 2 -> "done";
            case 4 -> REFUSALS.contains(status) ? "refused" : null;
            default -> "failed";
        };
    }
}
