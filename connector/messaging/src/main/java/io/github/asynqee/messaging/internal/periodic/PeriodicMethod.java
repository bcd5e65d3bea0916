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
 * @param bean the bean that has it
 * @param method the method, perhaps inherited
 * @param periodic the annotation
 */
public record PeriodicMethod(Bean<?> bean, Method method, Periodic periodic) {

    /**
     * Checks that the method can be called and returns something.
     *
     * @throws IllegalArgumentException if not
     */
    public PeriodicMethod {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (method.getReturnType() == void.class || method.getReturnType() == Void.class) {
            throw new IllegalArgumentException(
                    name + " is @Periodic and returns nothing: it must return the payload to be enqueued");
        }
        if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
            throw new IllegalArgumentException(name + " is @Periodic and must be neither static nor private");
        }
        if (method.getParameterCount() > 1
                || !Arrays.stream(method.getParameterTypes()).allMatch(Instant.class::equals)) {
            throw new IllegalArgumentException(
                    name + " is @Periodic and may have no parameter but one: the tick, an Instant");
        }
    }

    /** @return the entry's name */
    public String name() {
        return periodic.name().isBlank() ? method.getName() : periodic.name();
    }

    /** Whether the method wants to know the tick. */
    boolean takesTick() {
        return method.getParameterCount() == 1;
    }

    @Override
    public String toString() {
        return bean.getBeanClass().getSimpleName() + "." + method.getName();
    }
}
