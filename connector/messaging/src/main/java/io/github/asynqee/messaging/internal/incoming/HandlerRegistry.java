package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.UpgradeStep;
import org.jspecify.annotations.Nullable;

/** The handlers of the application's incoming channels, and the upgrades of their payloads. */
public final class HandlerRegistry {

    private final Map<String, HandlerMethod> methods = new ConcurrentHashMap<>();
    private final Map<String, Type> injected = new ConcurrentHashMap<>();
    private final List<UpgradeStep> upgrades = new CopyOnWriteArrayList<>();

    /**
     * Adds a method.
     *
     * @param method the method
     * @throws IllegalArgumentException if another method of the channel has another payload type, or the method cannot
     *         have the checkpoint that it declares
     */
    public void add(HandlerMethod method) {
        if (method.checkpoint() != null && method.checkpoint().problem() != null) {
            throw new IllegalArgumentException(method.checkpoint().problem());
        }
        HandlerMethod other = methods.putIfAbsent(method.channel(), method);
        if (other != null && !other.payload().equals(method.payload())) {
            throw new IllegalArgumentException("channel " + method.channel() + " cannot serve both " + other.name()
                    + " (payload " + other.payload().getTypeName() + ") and " + method.name() + " (payload "
                    + method.payload().getTypeName() + "): their payload types must be equal");
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
     * Adds an upgrade of payloads.
     *
     * @param step the upgrade
     * @throws IllegalArgumentException if its version is invalid, or another upgrade leads from this version to the
     *        same type
     */
    public void add(UpgradeStep step) {
        if (step.from() < 1) {
            throw new IllegalArgumentException(step.name() + " must upgrade a version of at least 1: " + step.from());
        }
        for (UpgradeStep other : upgrades) {
            if (other.from() == step.from() && other.target().equals(step.target())) {
                throw new IllegalArgumentException(other.name() + " and " + step.name() + " both upgrade version "
                        + step.from() + " to " + step.target().getTypeName() + ": only one may");
            }
        }
        upgrades.add(step);
    }

    /** @return the upgrades of payloads */
    public List<UpgradeStep> upgrades() {
        return List.copyOf(upgrades);
    }

    /**
     * The payload type of a channel's handler.
     *
     * @param channel the channel
     * @return the declared type; {@code byte[]} if unknown
     */
    public Type payloadType(String channel) {
        HandlerMethod method = methods.get(channel);
        return method != null ? method.payload() : injected.getOrDefault(channel, byte[].class);
    }

    /**
     * The element type of a channel's handler of lists.
     *
     * @param channel the channel
     * @return {@code T} if the handler takes a {@code List<T>}, otherwise {@code null}
     */
    public @Nullable Type elementType(String channel) {
        return PayloadTypes.elementOf(payloadType(channel));
    }

    /**
     * The type of the cursors of a channel's handler.
     *
     * @param channel the channel
     * @return the type, {@code null} if the handler has no checkpoint
     */
    public @Nullable Type cursorType(String channel) {
        HandlerMethod method = methods.get(channel);
        return method == null || method.checkpoint() == null ? null : method.checkpoint().cursor();
    }

    /**
     * Whether a channel handles groups of tasks.
     *
     * @param channel its configuration
     * @return true if its handler takes a list, unless {@code grouped=false} is configured
     */
    public boolean handlesGroups(IncomingConfig channel) {
        return elementType(channel.channel()) != null && !Boolean.FALSE.equals(channel.grouping().wanted());
    }

    /**
     * The configuration of a channel, as a channel of groups if its handler takes lists.
     *
     * @param channel its configuration
     * @return the configuration for its handler
     */
    public IncomingConfig configured(IncomingConfig channel) {
        return handlesGroups(channel) ? channel.forGroups() : channel;
    }

    /**
     * When the stages returned by {@code ack} and {@code nack} of a channel's messages complete.
     *
     * @param channel the channel
     * @return the completion for its handler
     */
    public AckCompletion ackCompletion(String channel) {
        HandlerMethod method = methods.get(channel);
        return method == null ? AckCompletion.WRITTEN : method.ackCompletion();
    }
}
