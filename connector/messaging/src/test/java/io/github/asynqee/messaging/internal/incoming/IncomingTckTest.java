package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/**
 * The Reactive Streams TCK for the stream of a channel with tasks in Redis. The stream never completes or fails
 * itself, so tests of completion and failure are skipped.
 */
public class IncomingTckTest extends PublisherVerification<Message<?>> {

    /** More than any test requests. */
    private static final int TASKS = 50;

    private final List<RunningChannel> channels = new ArrayList<>();
    private EmbeddedRedis redis;

    /** Waits up to 5 s for a signal, and 200 ms for signals that must not come; looks for errors every 20 ms. */
    public IncomingTckTest() {
        super(new TestEnvironment(5_000, 200, 20));
    }

    @BeforeClass
    public void startRedis() {
        redis = EmbeddedRedis.start();
    }

    @AfterClass(alwaysRun = true)
    public void stopRedis() {
        redis.close();
    }

    @AfterMethod(alwaysRun = true)
    public void stopChannels() {
        channels.forEach(RunningChannel::close);
        channels.clear();
    }

    @Override
    public Publisher<Message<?>> createPublisher(long elements) {
        RunningChannel running = new RunningChannel(redis.url());
        channels.add(running);
        running.enqueue(TASKS);
        Publisher<Message<?>> stream = running.channel().publisher();
        return subscriber -> stream.subscribe(subscriber == null ? null : new Acknowledging(subscriber));
    }

    @Override
    public Publisher<Message<?>> createFailedPublisher() {
        return null;
    }

    @Override
    public long maxElementsFromPublisher() {
        return publisherUnableToSignalOnComplete();
    }

    /** Acknowledges messages, because an unacknowledged message occupies the lane. */
    private record Acknowledging(Subscriber<? super Message<?>> next) implements Subscriber<Message<?>> {

        @Override
        public void onSubscribe(Subscription subscription) {
            next.onSubscribe(subscription);
        }

        @Override
        public void onNext(Message<?> message) {
            message.ack();
            next.onNext(message);
        }

        @Override
        public void onError(Throwable error) {
            next.onError(error);
        }

        @Override
        public void onComplete() {
            next.onComplete();
        }
    }
}
