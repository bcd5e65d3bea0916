package io.github.asynqee.sample.shop.newsletter;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.sample.shop.mail.Mail;
import io.github.asynqee.sample.shop.mail.Mailbox;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Turns one newsletter into one mail per subscriber. */
@ApplicationScoped
public class NewsletterDelivery {

    private static final int DELIVERY_MILLIS = 300;

    @Inject
    private AsynqClient client;
    @Inject
    private Subscribers subscribers;
    @Inject
    private Mailbox mailbox;
    @Resource
    private ManagedExecutorService executor;

    /**
     * Enqueues one delivery per subscriber in one call. Each delivery has a fixed ID, so that a repeated call enqueues
     * only missing deliveries.
     */
    @Incoming("rendered-newsletters")
    public void deliverToAll(RenderedNewsletter newsletter) {
        List<Task<Mail>> deliveries = subscribers.all().stream().map(subscriber -> delivery(newsletter, subscriber))
                .toList();
        for (EnqueueResult result : client.enqueueAll(deliveries)) {
            if (!result.isStored() && !(result.error() instanceof TaskIdConflictException)) {
                throw result.error();
            }
        }
    }

    private static Task<Mail> delivery(RenderedNewsletter newsletter, Subscriber subscriber) {
        Mail mail = new Mail(subscriber.email(), newsletter.subject(),
                "Dear " + subscriber.name() + ", " + newsletter.text());
        return Task.of("newsletter:delivery", mail)
                .id(newsletter.id() + ":" + subscriber.email())
                .queue("low")
                .retention(Duration.ofHours(1));
    }

    /** Delivers a mail without blocking a thread: the task is done when the stage completes. */
    @Incoming("deliveries")
    public CompletionStage<Void> deliver(Mail mail) {
        Executor later = CompletableFuture.delayedExecutor(DELIVERY_MILLIS, TimeUnit.MILLISECONDS, executor);
        return CompletableFuture.runAsync(() -> mailbox.take(mail), later);
    }
}
