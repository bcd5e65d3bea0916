package io.github.asynqee.messaging.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;
import org.eclipse.microprofile.reactive.messaging.spi.IncomingConnectorFactory;
import org.eclipse.microprofile.reactive.messaging.spi.OutgoingConnectorFactory;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;

/**
 * The connector {@value #NAME}: maps the runtime's requests to channels. With {@code concurrency=N} the runtime
 * requests a channel N times, as {@code channel$1} to {@code channel$N}; each of these copies is a lane of the same
 * channel.
 */
@ApplicationScoped
@Connector(AsynqConnector.NAME)
public class AsynqConnector implements IncomingConnectorFactory, OutgoingConnectorFactory {

    /** The connector's name in the configuration. */
    public static final String NAME = "asynq";

    private static final char COPY_SEPARATOR = '$';

    @Inject
    private AsynqRuntime runtime;

    @Override
    public PublisherBuilder<? extends Message<?>> getPublisherBuilder(Config config) {
        return ReactiveStreams.fromPublisher(runtime.incoming(baseName(channelName(config))).publisher());
    }

    @Override
    public SubscriberBuilder<? extends Message<?>, Void> getSubscriberBuilder(Config config) {
        return ReactiveStreams.fromSubscriber(runtime.outgoing(channelName(config)));
    }

    private static String channelName(Config config) {
        return config.getValue(ConnectorFactory.CHANNEL_NAME_ATTRIBUTE, String.class);
    }

    static String baseName(String channel) {
        int separator = channel.lastIndexOf(COPY_SEPARATOR);
        return separator < 0 ? channel : channel.substring(0, separator);
    }
}
