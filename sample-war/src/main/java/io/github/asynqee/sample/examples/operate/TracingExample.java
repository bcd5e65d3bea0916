package io.github.asynqee.sample.examples.operate;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Handlers whose log lines name their task, because the channel has {@code log-context=true}. On a server with
 * MicroProfile Telemetry the second task is in the trace of the first one, which is in the trace of its sender.
 */
@ApplicationScoped
public class TracingExample {

    private static final Logger LOG = System.getLogger(TracingExample.class.getName());

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    /** Packs a parcel and has it shipped. */
    @Incoming("packings")
    public void pack(String parcel) {
        LOG.log(Level.INFO, "packs {0}", parcel);
        client.enqueue(Task.of("example:shipping", parcel).queue("examples"));
    }

    /** Ships a parcel. */
    @Incoming("shippings")
    public void ship(String parcel) {
        LOG.log(Level.INFO, "ships {0}", parcel);
        log.add("TracingExample", parcel);
    }
}
