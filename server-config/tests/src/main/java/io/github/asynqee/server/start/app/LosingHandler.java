package io.github.asynqee.server.start.app;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Ends its stream at the first task. */
@ApplicationScoped
public class LosingHandler {

    @Incoming("jobs")
    Subscriber<Message<String>> jobs() {
        return new Subscriber<>() {

            private Subscription lane;

            @Override
            public void onSubscribe(Subscription subscription) {
                lane = subscription;
                lane.request(1);
            }

            @Override
            public void onNext(Message<String> message) {
                message.ack();
                lane.cancel();
            }

            @Override
            public void onError(Throwable error) {
                throw new AssertionError(error);
            }

            @Override
            public void onComplete() {
                throw new AssertionError("a channel does not end");
            }
        };
    }
}
