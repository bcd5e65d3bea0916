package ${package};

import java.util.concurrent.CompletionStage;

import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;

@Path("greetings")
public class GreetingResource {

    @Inject
    private Greetings greetings;

    /** Answers 202 when the task is stored. */
    @POST
    @Path("{to}")
    public CompletionStage<Response> greet(@PathParam("to") String to) {
        return greetings.enqueue(new Greeting(to)).thenApply(stored -> Response.accepted().build());
    }
}
