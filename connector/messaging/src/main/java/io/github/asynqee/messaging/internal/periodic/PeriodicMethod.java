package io.github.asynqee.messaging.internal.periodic;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.Arrays;

import jakarta.enterprise.inject.spi.Bean;

import io.github.asynqee.messaging.Periodic;

/**
 * A method annotated with {@link Periodic}.
 *
 * @param bean the bean of the method
 * @param method the method, which may be inherited
 * @param periodic the annotation
 */
public record PeriodicMethod(Bean<?> bean, Method method, Periodic periodic) {

    /**
     * Validates the signature of the method.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public PeriodicMethod {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (method.getReturnType() == void.class || method.getReturnType() == Void.class) {
            throw new IllegalArgumentException(
                    name + " is @Periodic and returns void: it must return the payload to enqueue");
        }
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
            throw new IllegalArgumentException(name + " is @Periodic and must be neither static nor private");
        }
        if (method.getParameterCount() > 1
                || !Arrays.stream(method.getParameterTypes()).allMatch(Instant.class::equals)) {
            throw new IllegalArgumentException(
                    name + " is @Periodic: its only allowed parameter is the tick, an Instant");
        }
    }

    /** @return the entry's name */
    public String name() {
        return periodic.name().isBlank() ? method.getName() : periodic.name();
    }

    /** Whether the method has a parameter for the tick. */
    boolean takesTick() {
        return method.getParameterCount() == 1;
    }

    @Override
    public String toString() {
        return bean.getBeanClass().getSimpleName() + "." + method.getName();
    }
}
