package io.github.asynqee.bench.peers.amqp;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.app.Ledger;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;
import org.eclipse.microprofile.reactive.messaging.OnOverflow.Strategy;

/**
 * SmallRye's AMQP connector. It cannot send many messages at once; to store many tasks, several messages are sent
 * before the first is confirmed. The queue is paused and counted at the broker.
 */
@ApplicationScoped
public class AmqpSystem implements JobSystem {

    private static final int IN_FLIGHT = 128;

    @Inject
    @Channel("tasks")
    @OnOverflow(Strategy.UNBOUNDED_BUFFER)
    private Emitter<byte[]> emitter;

    /**
     * Records a task.
     *
     * @param payload the payload of the task
     */
    @Incoming("bench")
    public void handle(byte[] payload) {
        Ledger.started(payload);
    }

    @Override
    public void enqueueEach(List<byte[]> payloads) {
        payloads.forEach(payload -> emitter.send(payload).toCompletableFuture().join());
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        Semaphore free = new Semaphore(IN_FLIGHT);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (byte[] payload : payloads) {
            free.acquireUninterruptibly();
            emitter.send(payload).whenComplete((stored, error) -> {
                if (error != null) {
                    failure.set(error);
                }
                free.release();
            });
        }
        free.acquireUninterruptibly(IN_FLIGHT);
        if (failure.get() != null) {
            throw new CompletionException("a message was refused", failure.get());
        }
    }

    @Override
    public void pause(boolean paused) {
        throw new UnsupportedOperationException("the broker does that");
    }

    @Override
    public long left() {
        throw new UnsupportedOperationException("the broker knows that");
    }
}
