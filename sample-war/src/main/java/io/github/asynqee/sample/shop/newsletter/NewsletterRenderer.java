package io.github.asynqee.sample.shop.newsletter;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A processor: the incoming task is done when the outgoing task is in Redis. */
@ApplicationScoped
public class NewsletterRenderer {

    /** Adds the greeting. */
    @Incoming("newsletters")
    @Outgoing("rendered-newsletters-out")
    public RenderedNewsletter render(Newsletter newsletter) {
        String text = newsletter.text() + "\n\nYours, the crew of the Paper Boat";
        return new RenderedNewsletter(idOf(newsletter), newsletter.subject(), text);
    }

    private static String idOf(Newsletter newsletter) {
        return UUID.nameUUIDFromBytes(newsletter.toString().getBytes(StandardCharsets.UTF_8)).toString();
    }
}
