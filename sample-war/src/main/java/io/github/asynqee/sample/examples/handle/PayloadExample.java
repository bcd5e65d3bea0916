package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A payload as JSON-P; {@code byte[]}, {@code String} and protobuf messages work likewise. */
@ApplicationScoped
public class PayloadExample {

    @Inject
    private ExampleLog log;

    /** Gets any JSON object. */
    @Incoming("addresses")
    public void add(JsonObject address) {
        log.add("PayloadExample", address.getString("city"));
    }
}
