package io.github.asynqee.server.start.app;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.reactivestreams.Publisher;

/** Methods whose tasks would be lost, handled again and again, or sent without end. Each channel has the method's name. */
@ApplicationScoped
public class RefusedSignatures {

    @Inject
    @Channel("injected")
    Publisher<String> injected;

    @Incoming("publisher")
    @Outgoing("publisher-out")
    public Publisher<String> publisher(String payload) {
        throw neverCalled();
    }

    @Incoming("stream")
    @Outgoing("stream-out")
    public PublisherBuilder<String> stream(PublisherBuilder<String> payloads) {
        throw neverCalled();
    }

    @Incoming("processor")
    @Outgoing("processor-out")
    public ProcessorBuilder<String, String> processor() {
        throw neverCalled();
    }

    @Incoming("subscriber")
    @Acknowledgment(Strategy.POST_PROCESSING)
    public SubscriberBuilder<String, Void> subscriber() {
        throw neverCalled();
    }

    @Incoming("two")
    public void two(String payload, int number) {
        throw neverCalled();
    }

    @Incoming("manual")
    @Acknowledgment(Strategy.MANUAL)
    public void manual(String payload) {
        throw neverCalled();
    }

    @Outgoing("generator-out")
    public String generator() {
        return "endless";
    }

    @Outgoing("stage-out")
    public CompletionStage<String> stage() {
        throw neverCalled();
    }

    private static AssertionError neverCalled() {
        return new AssertionError("never called");
    }
}
