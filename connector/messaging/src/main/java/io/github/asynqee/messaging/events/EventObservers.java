package io.github.asynqee.messaging.events;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.event.TaskEvent;

/** Which events the application observes. */
public final class EventObservers {

    private final Set<Class<?>> observed = ConcurrentHashMap.newKeySet();

    /**
     * Adds a type that an asynchronous observer wants.
     *
     * @param type {@link TaskEvent} or one of its kinds
     */
    public void add(Class<?> type) {
        observed.add(type);
    }

    /** @return whether nothing is observed */
    public boolean isEmpty() {
        return observed.isEmpty();
    }

    boolean want(TaskEvent event) {
        return observed.stream().anyMatch(type -> type.isInstance(event));
    }
}
