package io.github.asynqee.console.api.about;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Public;

/** For monitoring: whether each Redis of the console answers. */
@Path("ready")
@RequestScoped
public class ReadyResource {

    @Inject
    Console console;

    @GET
    @Public
    public void ready() {
        // anyone may call this method, so the answer does not name a Redis
        if (!console.isReady()) {
            throw new ProblemException(Problem.of(503, "not-ready", "Redis does not answer",
                    "The log of the server has the reason."));
        }
    }
}
