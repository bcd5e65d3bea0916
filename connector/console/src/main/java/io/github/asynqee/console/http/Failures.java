package io.github.asynqee.console.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.redis.BrokerException;

/** Turns every exception into a problem. */
@Provider
public class Failures implements ExceptionMapper<Throwable> {

    private static final Logger LOG = System.getLogger(Failures.class.getName());
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /** Logs each kind of refusal once, because every request may be refused. */
    private final FailureLog refusals = new FailureLog(LOG);

    @Override
    public Response toResponse(Throwable e) {
        Problem problem = problem(e);
        if (problem.status() >= SERVER_ERROR) {
            LOG.log(problem.status() == SERVER_ERROR ? Level.ERROR : Level.DEBUG, "A request failed.", e);
        }
        if (problem.status() == UNAVAILABLE) {
            logRefusal(e instanceof EnqueueException ? e.getCause() : e);
        }
        return response(problem);
    }

    private void logRefusal(Throwable e) {
        if (e instanceof BrokerException) {
            Throwable reply = e.getCause() == null ? e : e.getCause();
            String kind = String.valueOf(reply.getMessage()).split(" ", 2)[0];
            refusals.failed(kind, e, () -> "Redis refused a request: " + e);
        }
    }

    static Response response(Problem problem) {
        return Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem.toJson()).build();
    }

    private static Problem problem(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException known) {
                return known.problem();
            }
        }
        if (e instanceof WebApplicationException http) {
            Response.StatusType status = http.getResponse().getStatusInfo();
            return Problem.of(status.getStatusCode(), "http-" + status.getStatusCode(), status.getReasonPhrase(),
                    "The request cannot be answered.");
        }
        return Problems.of(e);
    }
}
