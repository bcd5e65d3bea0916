package io.github.asynqee.sample.shop.newsletter;

import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.sample.api.Fields;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** An emitter: the answer is sent when the task is in Redis. */
@ApplicationScoped
@Path("/newsletters")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class NewsletterResource {

    @Inject
    @Channel("newsletters-out")
    private Emitter<Newsletter> newsletters;

    /** Sends a newsletter to all subscribers. */
    @POST
    public CompletionStage<Response> send(InputStream body) {
        Fields fields = Fields.of(Fields.parse(body), Set.of("subject", "text"));
        Newsletter newsletter = new Newsletter(fields.requiredText("subject"), fields.requiredText("text"));
        return newsletters.send(newsletter).thenApply(sent -> Response.accepted(newsletter).build());
    }
}
