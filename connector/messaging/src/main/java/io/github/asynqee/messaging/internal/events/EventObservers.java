package io.github.asynqee.messaging.internal.events;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.event.RedisChecked;
import io.github.asynqee.event.TaskEvent;

/** The event types that the application observes. */
public final class EventObservers {

    private final Set<Class<?>> observed = ConcurrentHashMap.newKeySet();

    /**
     * Whether a type is one of the connector's events.
     *
     * @param type the observed type
     * @return true for {@link TaskEvent}, its subtypes and {@link RedisChecked}
     */
    public static boolean isEvent(Class<?> type) {
        return TaskEvent.class.isAssignableFrom(type) || type == RedisChecked.class;
    }

    /**
     * Adds the type of an asynchronous observer.
     *
     * @param type one of the connector's events
     */
    public void add(Class<?> type) {
        observed.add(type);
    }

    boolean observesAny(Class<?> kind) {
        return observed.stream().anyMatch(kind::isAssignableFrom);
    }

    boolean observes(Class<?> event) {
        for (Class<?> type : observed) {
            if (type.isAssignableFrom(event)) {
                return true;
            }
        }
        return false;
    }
}
