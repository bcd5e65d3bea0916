package ${package};

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Enqueues greetings and handles them. META-INF/microprofile-config.properties connects the channels to their queue. */
@ApplicationScoped
public class Greetings {

    private static final Logger LOG = System.getLogger(Greetings.class.getName());

    @Inject
    @Channel("greetings-out")
    private Emitter<Greeting> emitter;

    /** The stage completes when the task is in Redis. */
    public CompletionStage<Void> enqueue(Greeting greeting) {
        return emitter.send(greeting);
    }

    /** A return completes the task, an exception leads to a retry; a task may run more than once. */
    @Incoming("greetings")
    public void send(Greeting greeting) {
        if (greeting.to() == null || greeting.to().isBlank()) {
            throw new IllegalArgumentException("A greeting needs a name");
        }
        LOG.log(Level.INFO, "Hello, {0}!", greeting.to());
    }
}
