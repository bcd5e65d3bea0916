package io.github.asynqee.messaging.incoming;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the application's code says about its channels. */
public final class Handlers {

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
     * Whether a channel's tasks are done before their handler is called.
     *
     * @param channel the channel
     * @return true for handlers with {@code @Acknowledgment(PRE_PROCESSING)}
     */
    public boolean isDoneBefore(String channel) {
        HandlerMethod method = methods.get(channel);
        return method != null && method.isDoneBefore();
    }
}
