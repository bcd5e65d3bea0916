package io.github.asynqee.messaging.internal.outgoing;

import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * Could send to an outgoing channel, and never does. The runtime does not start an application with an outgoing channel
 * that nobody sends to, and that is what a channel of dead letters looks like: they do not pass through the runtime.
 *
 * <p>The connector adds one bean of this class for each such channel, whose emitter it lets inject.
 */
public class IdleSender {

    Emitter<Object> emitter;

    /** Creates the sender; done by the container. */
    public IdleSender() {}
}
