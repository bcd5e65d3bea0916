package io.github.asynqee.sample.playground;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Sends tasks of the outbox outside of transactions. */
@ApplicationScoped
public class OutsideSender {

    @Inject
    @Channel("play-outbox")
    private Emitter<String> outbox;

    @Inject
    private Event<Committed> committed;

    /**
     * A transaction that is about to be committed.
     *
     * @param payload the payload of the task to send then
     */
    public record Committed(String payload) {}

    private void send(String payload) {
        outbox.send(payload).toCompletableFuture().join();
    }

    /** Sends where a transaction is optional, without a transaction. */
    @Transactional(TxType.SUPPORTS)
    public void sendWithoutTransaction(String payload) {
        send(payload);
    }

    /** Sends while the transaction of the caller is suspended. */
    @Transactional(TxType.NOT_SUPPORTED)
    public void sendWhileSuspended(String payload) {
        send(payload);
    }

    /** Sends a task in the phase {@code AFTER_SUCCESS} of a transaction. */
    @Transactional
    public void sendAfterSuccess(String payload) {
        committed.fire(new Committed(payload));
    }

    void afterSuccess(@Observes(during = TransactionPhase.AFTER_SUCCESS) Committed transaction) {
        send(transaction.payload());
    }
}
