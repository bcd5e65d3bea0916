package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.messaging.internal.config.IncomingConfig;

/** What the application's code says about its channels. */
public final class HandlerRegistry {

    private final Map<String, HandlerMethod> methods = new ConcurrentHashMap<>();
    private final Map<String, Type> injected = new ConcurrentHashMap<>();

    /**
     * Adds a method.
     *
     * @param method the method
     * @throws IllegalArgumentException if another method of the channel wants another type of payload
     */
    public void add(HandlerMethod method) {
        HandlerMethod other = methods.putIfAbsent(method.channel(), method);
        if (other != null && !other.payload().equals(method.payload())) {
            throw new IllegalArgumentException("channel " + method.channel() + " cannot serve both " + other.name()
                    + ", which wants " + other.payload().getTypeName() + ", and " + method.name() + ", which wants "
                    + method.payload().getTypeName());
        }
    }

    /**
     * Adds a channel that is injected as a stream.
     *
     * @param channel the channel
     * @param declared the injected type
     */
    public void addInjected(String channel, Type declared) {
        injected.put(channel, PayloadTypes.of(declared));
    }

    /**
     * The type of payload a channel's consumer wants.
     *
     * @param channel the channel
     * @return the declared type; bytes if nobody says
     */
    public Type payloadType(String channel) {
        HandlerMethod method = methods.get(channel);
        return method != null ? method.payload() : injected.getOrDefault(channel, byte[].class);
    }

    /**
     * The type of payload of a channel's tasks, if its consumer wants lists of them.
     *
     * @param channel the channel
     * @return {@code T} if the consumer wants a {@code List<T>}, otherwise {@code null}
     */
    public Type elementType(String channel) {
        return PayloadTypes.elementOf(payloadType(channel));
    }

    /**
     * Whether a channel handles groups of tasks.
     *
     * @param channel its configuration
     * @return whether its consumer wants lists, unless the configuration says that a list is the payload of one task
     */
    public boolean handlesGroups(IncomingConfig channel) {
        return elementType(channel.channel()) != null && !Boolean.FALSE.equals(channel.grouping().wanted());
    }

    /**
     * The configuration of a channel that fits its consumer.
     *
     * @param channel its configuration
     * @return that of a channel of groups, if it handles groups
     */
    public IncomingConfig configured(IncomingConfig channel) {
        return handlesGroups(channel) ? channel.forGroups() : channel;
    }

    /**
     * When the stages complete that acknowledging a message of a channel returns.
     *
     * @param channel the channel
     * @return what suits its handler
     */
    public AckCompletion acknowledging(String channel) {
        HandlerMethod method = methods.get(channel);
        return method == null ? AckCompletion.WRITTEN : method.acknowledging();
    }
}
