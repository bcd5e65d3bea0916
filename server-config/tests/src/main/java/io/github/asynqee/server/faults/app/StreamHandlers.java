package io.github.asynqee.server.faults.app;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;

/** Handlers that return something, or are streams: each way in which their tasks are acknowledged. */
@ApplicationScoped
public class StreamHandlers {

    @Inject
    private Effects effects;

    /** Acknowledged when its result is stored. */
    @Incoming("result")
    @Outgoing("result-out")
    public String result(String id) {
        return id;
    }

    /** Each message is acknowledged when the outgoing message is stored. */
    @Incoming("processed")
    @Outgoing("processed-out")
    public ProcessorBuilder<Message<String>, Message<String>> process() {
        return ReactiveStreams.<Message<String>>builder().map(message -> message.withPayload(message.getPayload()));
    }

    /** Ends what {@link #result} and {@link #process} have begun. */
    @Incoming("passed")
    public void passed(String id) {
        effects.ended(id);
    }

    /** Acknowledges the messages itself, and rejects each message once. */
    @Incoming("subscribed")
    @Acknowledgment(Strategy.MANUAL)
    public SubscriberBuilder<Message<String>, Void> subscribe() {
        return ReactiveStreams.<Message<String>>builder()
                .flatMapCompletionStage(message -> settle(message).thenApply(settled -> message)).ignore();
    }

    private CompletionStage<Void> settle(Message<String> message) {
        String id = message.getPayload();
        if (effects.startsFirst(id)) {
            return message.nack(new IllegalStateException("fails once, as the test wants"));
        }
        effects.ran(id);
        return message.ack();
    }

    /** Is acknowledged before. */
    @Incoming("pre")
    @Acknowledgment(Strategy.PRE_PROCESSING)
    public SubscriberBuilder<String, Void> subscribeToAcknowledged() {
        return ReactiveStreams.<String>builder().forEach(effects::ran);
    }
}
