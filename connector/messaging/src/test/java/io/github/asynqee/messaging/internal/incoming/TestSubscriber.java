package io.github.asynqee.messaging.internal.incoming;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber whose demand a test controls. */
final class TestSubscriber implements Subscriber<Message<?>> {

    final BlockingQueue<AsynqMessage<?>> received = new LinkedBlockingQueue<>();
    final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger callsNow = new AtomicInteger();
    volatile boolean overlapped;
    volatile Subscription subscription;
    volatile Consumer<AsynqMessage<?>> onNext = message -> {
    };
    volatile Consumer<Throwable> onError = error -> {
        throw new AssertionError(error);
    };

    @Override
    public void onSubscribe(Subscription newSubscription) {
        subscription = newSubscription;
    }

    @Override
    public void onNext(Message<?> message) {
        overlapped |= callsNow.incrementAndGet() > 1;
        try {
            AsynqMessage<?> task = message.unwrap(AsynqMessage.class);
            calls.incrementAndGet();
            onNext.accept(task);
            received.add(task);
        } finally {
            callsNow.decrementAndGet();
        }
    }

    AsynqMessage<?> next() {
        AsynqMessage<?> message = poll(Duration.ofSeconds(10));
        if (message == null) {
            throw new AssertionError("nothing received within 10 s");
        }
        return message;
    }

    AsynqMessage<?> poll(Duration limit) {
        try {
            return received.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void onError(Throwable error) {
        overlapped |= callsNow.get() > 0;
        onError.accept(error);
    }

    @Override
    public void onComplete() {
        throw new AssertionError("the stream never ends");
    }
}
