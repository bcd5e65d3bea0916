package io.github.asynqee.sample.playground;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** An enterprise bean whose container begins transactions. It sends tasks of the outbox outside a transaction. */
@Stateless
public class OutsideBean {

    @Inject
    @Channel("play-outbox")
    private Emitter<String> outbox;

    /** Sends while the transaction of the caller is suspended. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void sendWhileSuspended(String payload) {
        outbox.send(payload).toCompletableFuture().join();
    }

    /** Sends where a transaction is optional, without a transaction. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void sendWithoutTransaction(String payload) {
        outbox.send(payload).toCompletableFuture().join();
    }
}
