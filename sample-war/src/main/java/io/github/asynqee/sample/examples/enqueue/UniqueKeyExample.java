package io.github.asynqee.sample.examples.enqueue;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Only the configuration of the channel makes tasks unique: only the last price of each article is published.
 */
@ApplicationScoped
public class UniqueKeyExample implements Example {

    /**
     * A new price.
     *
     * @param article the article
     * @param cents the price
     */
    public record Price(String article, int cents) {}

    @Inject
    @Channel("prices-out")
    private Emitter<Price> prices;

    @Inject
    private ExampleLog log;

    /** Each stage completes: the price becomes a new task, or the new content of the waiting task. */
    @Override
    public CompletionStage<?> run() {
        return prices.send(new Price("tea", 300)).thenCompose(sent -> prices.send(new Price("coffee", 500)))
                .thenCompose(sent -> prices.send(new Price("tea", 280)));
    }

    /** Gets the last price of an article. */
    @Incoming("prices")
    public void publish(Price price) {
        log.add("UniqueKeyExample", price.article() + " " + price.cents());
    }
}
