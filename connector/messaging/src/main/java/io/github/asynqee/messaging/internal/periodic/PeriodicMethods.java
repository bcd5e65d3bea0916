package io.github.asynqee.messaging.internal.periodic;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.messaging.Periodic;

/** The application's methods annotated with {@link Periodic}, by the names of their entries. */
public final class PeriodicMethods {

    private final Map<String, PeriodicMethod> methods = new ConcurrentHashMap<>();

    /**
     * Adds a method.
     *
     * @param method the method
     * @throws IllegalArgumentException if another method has the same entry name
     */
    public void add(PeriodicMethod method) {
        PeriodicMethod other = methods.putIfAbsent(method.name(), method);
        if (other != null) {
            throw new IllegalArgumentException("periodic task \"" + method.name() + "\" cannot be produced by both "
                    + other + " and " + method + ": their names must differ");
        }
    }

    Set<String> names() {
        return methods.keySet();
    }

    Optional<PeriodicMethod> find(String name) {
        return Optional.ofNullable(methods.get(name));
    }
}
