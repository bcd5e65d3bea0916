package io.github.asynqee.sample.shop;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A handler that fails at times: a negative acknowledgement leads to a retry. */
@ApplicationScoped
public class DebitHandler {

    /** Collects the money, unless the bank refuses. */
    @Incoming("debits")
    public CompletionStage<Void> collect(Message<Debit> message) {
        Debit debit = message.getPayload();
        int retried = message.unwrap(AsynqMessage.class).retried();
        return retried >= debit.refusals() ? message.ack()
                : message.nack(new BankRefusedException("the bank of " + debit.email() + " refuses to pay"));
    }
}
