package io.github.asynqee.sample.migrating;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Producer and handler of invoices by tasks. */
@ApplicationScoped
public class Invoices {

    private static final System.Logger LOG = System.getLogger(Invoices.class.getName());

    @Inject
    @Channel("invoices-out")
    private Emitter<String> emitter;

    public CompletionStage<Void> send(String invoice) {
        return emitter.send(invoice);
    }

    @Incoming("invoices")
    public void print(String invoice) {
        LOG.log(System.Logger.Level.INFO, invoice);
    }
}
