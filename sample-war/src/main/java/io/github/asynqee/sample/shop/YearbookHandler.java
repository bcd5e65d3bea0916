package io.github.asynqee.sample.shop;

import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneOffset;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.sample.shop.mail.Mail;
import io.github.asynqee.sample.shop.mail.Mailbox;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A handler of messages: it sees all data of its task, and acknowledges the task. */
@ApplicationScoped
public class YearbookHandler {

    private static final int MILLIS_PER_MONTH = 250;

    @Inject
    private Mailbox mailbox;

    /** Binds a book month by month; the task shows its progress. */
    @Incoming("yearbooks")
    public CompletionStage<Void> bind(Message<Yearbook> message) throws InterruptedException {
        AsynqMessage<?> task = message.unwrap(AsynqMessage.class);
        for (Month month : Month.values()) {
            if (task.isCancelled()) {
                return task.nack(new IllegalStateException("stopped in " + month + ", due at " + task.deadline()));
            }
            Thread.sleep(MILLIS_PER_MONTH);
            task.progress(month.getValue() * 100 / 12, "bound up to " + month);
        }
        mailbox.take(new Mail(task.headers().get("for"), "Your yearbook " + message.getPayload().year(),
                "Bound in attempt " + (task.retried() + 1) + ". Its number is " + task.id() + "."));
        task.writeResult("Bound on " + LocalDate.now(ZoneOffset.UTC));
        return task.ack();
    }
}
