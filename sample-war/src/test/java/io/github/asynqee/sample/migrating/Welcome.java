package io.github.asynqee.sample.migrating;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Producer and handler of a task that Go programs produce and handle as well. */
@ApplicationScoped
public class Welcome {

    @Inject
    private AsynqClient client;

    public void enqueue(Mail mail) {
        client.enqueue(Task.of("email:welcome", mail).queue("mails").maxRetry(5).processIn(Duration.ofHours(1)));
    }

    @Incoming("mails")
    public void send(Mail mail) {
        if (mail.to().isBlank()) {
            throw new SkipRetryException("no address");
        }
        deliver(mail);
    }

    private void deliver(Mail mail) {
        System.Logger log = System.getLogger(Welcome.class.getName());
        log.log(System.Logger.Level.INFO, mail.to());
    }

    /** The payload. */
    public record Mail(String to) {}
}
