package io.github.asynqee.sample.shop;

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
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** From one edition to a mail for everybody. */
@ApplicationScoped
public class PostOffice {

    private static final int DELIVERY_MILLIS = 300;

    @Inject
    private AsynqClient client;
    @Inject
    private Subscribers subscribers;
    @Inject
    private Letterbox letterbox;
    @Resource
    private ManagedExecutorService executor;

    /**
     * Enqueues a delivery for each subscriber, all in one go. Their IDs make it safe to run this again: who has been
     * served, or is about to be, has a task of that ID.
     */
    @Incoming("editions")
    public void post(Edition edition) {
        List<Task<Mail>> deliveries = subscribers.all().stream().map(subscriber -> delivery(edition, subscriber))
                .toList();
        for (EnqueueResult result : client.enqueueAll(deliveries)) {
            if (!result.isStored() && !(result.error() instanceof TaskIdConflictException)) {
                throw result.error();
            }
        }
    }

    private static Task<Mail> delivery(Edition edition, Subscriber subscriber) {
        Mail mail = new Mail(subscriber.email(), edition.subject(),
                "Dear " + subscriber.name() + ", " + edition.text());
        return Task.of("letter:delivery", mail)
                .id(edition.id() + ":" + subscriber.email())
                .queue("low")
                .retention(Duration.ofHours(1));
    }

    /** Carries a mail without keeping a thread busy on the way: the task is done when the stage is. */
    @Incoming("deliveries")
    public CompletionStage<Void> deliver(Mail mail) {
        Executor onArrival = CompletableFuture.delayedExecutor(DELIVERY_MILLIS, TimeUnit.MILLISECONDS, executor);
        return CompletableFuture.runAsync(() -> letterbox.take(mail), onArrival);
    }
}
