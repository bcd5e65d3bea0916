package io.github.asynqee.sample.examples.run;

import java.util.List;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Runs examples, and shows the records of their handlers on this server. */
@ApplicationScoped
@Path("/examples")
public class ExampleResource {

    @Inject
    @Any
    private Instance<Example> examples;
    @Inject
    private ExampleLog log;

    /** Runs an example. */
    @POST
    @Path("{name}")
    @Produces(MediaType.TEXT_PLAIN)
    public CompletionStage<String> run(@PathParam("name") String name) throws Exception {
        for (Instance.Handle<Example> example : examples.handles()) {
            if (example.getBean().getBeanClass().getSimpleName().equals(name)) {
                return example.get().run().thenApply(String::valueOf);
            }
        }
        throw new NotFoundException(name);
    }

    /** The records of an example's handlers, oldest first. */
    @GET
    @Path("{name}")
    @Produces(MediaType.APPLICATION_JSON)
    public List<String> log(@PathParam("name") String name) {
        return log.of(name);
    }

    /** Forgets all records. */
    @DELETE
    public void clear() {
        log.clear();
    }
}
