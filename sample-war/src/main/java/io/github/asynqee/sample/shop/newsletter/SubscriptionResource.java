package io.github.asynqee.sample.shop.newsletter;

import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.api.Fields;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Two emitters: for payloads, and for tasks with their own options. */
@ApplicationScoped
@Path("/subscriptions")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class SubscriptionResource {

    private static final Duration FOLLOW_UP = Duration.ofSeconds(30);

    @Inject
    @Channel("welcomes-out")
    private Emitter<Subscriber> welcomes;
    @Inject
    @Channel("follow-ups-out")
    private Emitter<Task<Subscriber>> followUps;
    @Inject
    private Subscribers subscribers;

    /**
     * Subscribes. A second subscription within half a minute is rejected, because the unique follow-up is still
     * waiting.
     */
    @POST
    public CompletionStage<Response> subscribe(InputStream body) {
        Subscriber subscriber = read(body);
        return followUps.send(Task.ofPayload(subscriber).processIn(FOLLOW_UP).unique(Duration.ofHours(1)))
                .thenCompose(sent -> welcomes.send(subscriber))
                .thenApply(sent -> Response.accepted(subscriber).build());
    }

    /** Unsubscribes. */
    @DELETE
    @Path("/{email}")
    public void unsubscribe(@PathParam("email") String email) {
        subscribers.remove(email);
    }

    private static Subscriber read(InputStream body) {
        Fields fields = Fields.of(Fields.parse(body), Set.of("name", "email"));
        return new Subscriber(fields.text("name").filter(name -> !name.isBlank()).orElse("reader"),
                fields.text("email").filter(email -> email.matches("\\S+@\\S+"))
                        .orElseThrow(() -> new InvalidTaskException("\"email\" must be an email address")));
    }
}
