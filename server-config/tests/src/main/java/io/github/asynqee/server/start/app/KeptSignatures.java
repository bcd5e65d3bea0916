package io.github.asynqee.server.start.app;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A handler of each signature that keeps its tasks. Each channel has the method's name. */
@ApplicationScoped
public class KeptSignatures {

    @Inject
    @Channel("ledger")
    Emitter<String> ledger;

    @Incoming("payload")
    public void payload(String payload) {
        consume("payload", payload);
    }

    @Incoming("stage")
    public CompletionStage<Void> stage(String payload) {
        return consume("stage", payload);
    }

    @Incoming("message")
    public CompletionStage<Void> message(Message<String> message) {
        return consume("message", message.getPayload()).thenCompose(ok -> message.ack());
    }

    @Incoming("subscriber")
    public Subscriber<Message<String>> subscriber() {
        return consumer("subscriber").build();
    }

    @Incoming("subscriberBuilder")
    public SubscriberBuilder<Message<String>, Void> subscriberBuilder() {
        return consumer("subscriberBuilder");
    }

    @Incoming("result")
    @Outgoing("result-out")
    public String result(String payload) {
        return handled("result", payload);
    }

    @Incoming("resultStage")
    @Outgoing("resultStage-out")
    public CompletionStage<String> resultStage(String payload) {
        return CompletableFuture.completedFuture(handled("resultStage", payload));
    }

    @Incoming("messageResult")
    @Outgoing("messageResult-out")
    public Message<String> messageResult(Message<String> message) {
        return handled("messageResult", message);
    }

    @Incoming("messageStage")
    @Outgoing("messageStage-out")
    public CompletionStage<Message<String>> messageStage(Message<String> message) {
        return CompletableFuture.completedFuture(handled("messageStage", message));
    }

    @Incoming("each")
    @Outgoing("each-out")
    public Publisher<Message<String>> each(Message<String> message) {
        return ReactiveStreams.of(handled("each", message)).buildRs();
    }

    @Incoming("eachBuilder")
    @Outgoing("eachBuilder-out")
    public PublisherBuilder<Message<String>> eachBuilder(Message<String> message) {
        return ReactiveStreams.of(handled("eachBuilder", message));
    }

    @Incoming("stream")
    @Outgoing("stream-out")
    public Publisher<Message<String>> stream(Publisher<Message<String>> messages) {
        return ReactiveStreams.fromPublisher(messages).map(message -> handled("stream", message)).buildRs();
    }

    @Incoming("streamBuilder")
    @Outgoing("streamBuilder-out")
    public PublisherBuilder<Message<String>> streamBuilder(PublisherBuilder<Message<String>> messages) {
        return messages.map(message -> handled("streamBuilder", message));
    }

    @Incoming("processor")
    @Outgoing("processor-out")
    public Processor<Message<String>, Message<String>> processor() {
        return builtProcessor("processor").buildRs();
    }

    @Incoming("processorBuilder")
    @Outgoing("processorBuilder-out")
    public ProcessorBuilder<Message<String>, Message<String>> processorBuilder() {
        return builtProcessor("processorBuilder");
    }

    private SubscriberBuilder<Message<String>, Void> consumer(String channel) {
        return ReactiveStreams.<Message<String>>builder().flatMapCompletionStage(
                message -> consume(channel, message.getPayload()).thenCompose(ok -> message.ack())
                        .thenApply(ok -> message))
                .ignore();
    }

    private ProcessorBuilder<Message<String>, Message<String>> builtProcessor(String channel) {
        return ReactiveStreams.<Message<String>>builder().map(message -> handled(channel, message));
    }

    private CompletionStage<Void> consume(String channel, String payload) {
        return ledger.send(handled(channel, payload));
    }

    private static Message<String> handled(String channel, Message<String> message) {
        return message.withPayload(handled(channel, message.getPayload()));
    }

    /** The ledger's entry after the task has run. */
    private static String handled(String channel, String payload) {
        if (payload.equals("bad")) {
            throw new IllegalStateException("a task that fails, as the test wants");
        }
        if (payload.equals("slow")) {
            sleep();
        }
        return channel + " " + payload;
    }

    private static void sleep() {
        try {
            Thread.sleep(Duration.ofMinutes(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
