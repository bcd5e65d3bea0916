package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.NotAFailureException;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** An attempt that is repeated without using up a retry. */
@ApplicationScoped
public class NotAFailureExample {

    /** Cannot upload now, because the server is in maintenance. */
    @Incoming("uploads")
    public void upload(byte[] file) {
        throw new NotAFailureException("the server is in maintenance");
    }
}
