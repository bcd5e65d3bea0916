package io.github.asynqee.console.api.about;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.CsrfTokens;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.TaskActions;

/** The login of the user. */
@Path("session")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class SessionResource {

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    /**
     * The data that a page needs first.
     *
     * @param roles the lowest first
     * @param csrfToken for the header X-CSRF-Token of changes
     * @param readOnly whether changes are refused for all roles
     * @param redis names of the Redis
     * @param version of the console
     * @param refreshMs between two live updates
     * @param home the address of the application, {@code null} if it is not configured
     * @param traceUrl the address of a trace, with {@code {traceId}} in place of its ID; {@code null} if it is not
     *        configured
     * @param queues names of the queues that the user may see, with {@code *}; {@code null} for all
     * @param errorsMasked whether the texts of errors are masked
     * @param actions the possible actions on a task, by its state
     */
    public record Session(String user, List<Role> roles, String csrfToken, boolean readOnly, List<String> redis,
            String version, Duration refreshMs, String home, String traceUrl, List<String> queues,
            boolean errorsMasked, Map<String, List<String>> actions, Limits limits) {}

    /**
     * The limits of what users type.
     *
     * @param deleteTyped how many tasks are deleted at most without their number being typed
     * @param maxPace the tasks per second that a job can be limited to
     */
    public record Limits(long deleteTyped, long maxPace) {}

    @GET
    @Allowed(Role.VIEWER)
    public Session session() {
        String user = ApiGuard.user(http);
        return new Session(user, Role.of(http::isUserInRole), CsrfTokens.of(http.getSession(), user),
                console.config().readOnly(), console.names(), console.version(), console.config().refresh(),
                console.config().home(), console.config().traceUrl(),
                CurrentScope.get().isAll() ? null : CurrentScope.get().patterns(), console.masking().hidesErrors(),
                TaskActions.byState(),
                new Limits(Jobs.TYPED_ABOVE, Jobs.MAX_PACE));
    }

    @POST
    @Path("logout")
    @Allowed(value = Role.VIEWER, readOnly = true)
    public void logout() throws ServletException {
        String user = ApiGuard.user(http);
        http.logout();
        console.loggedOut(user);
        HttpSession session = http.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }
}
