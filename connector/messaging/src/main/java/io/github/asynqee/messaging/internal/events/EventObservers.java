package io.github.asynqee.messaging.internal.events;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.event.RedisChecked;
import io.github.asynqee.event.TaskEvent;

/** Which events the application observes. */
public final class EventObservers {

    private final Set<Class<?>> observed = ConcurrentHashMap.newKeySet();

    /**
     * Whether a type is one of the connector's events.
     *
     * @param type what an observer wants
     * @return true for {@link TaskEvent} and its kinds, and for {@link RedisChecked}
     */
    public static boolean isEvent(Class<?> type) {
        return TaskEvent.class.isAssignableFrom(type) || type == RedisChecked.class;
    }

    /**
     * Adds a type that an asynchronous observer wants.
     *
     * @param type one of the connector's events
     */
    public void add(Class<?> type) {
        observed.add(type);
    }

    boolean wantAny(Class<?> kind) {
        return observed.stream().anyMatch(kind::isAssignableFrom);
    }

    boolean want(Object event) {
        return observed.stream().anyMatch(type -> type.isInstance(event));
    }
}
