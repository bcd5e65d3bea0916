package io.github.asynqee.codecs.internal;

import java.util.Optional;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.messaging.internal.cdi.FoundBeans;

/**
 * The only bean of a type in the application. Beans visible to this module take precedence, so that other modules do
 * not affect a WAR that contains this module.
 *
 * @param near the beans visible to this module
 * @param ofModules the beans of all modules of the application
 * @param beans the container
 */
record UniqueBean<T>(Instance<T> near, FoundBeans<T> ofModules, BeanManager beans) {

    /** Returns the bean; empty unless there is exactly one. */
    Optional<T> get() {
        if (!near.isUnsatisfied()) {
            return near.isResolvable() ? Optional.of(near.get()) : Optional.empty();
        }
        return found() == 1 ? Optional.of(ofModules.get(beans, Default.Literal.INSTANCE)) : Optional.empty();
    }

    /** Describes the missing bean for a message; empty if the bean exists. */
    Optional<String> missing(Class<T> type, String purpose) {
        if (near.isResolvable() || near.isUnsatisfied() && found() == 1) {
            return Optional.empty();
        }
        return Optional.of("a bean of type " + type.getName() + ", " + purpose
                + (near.isAmbiguous() || found() > 1 ? ": there are several, but exactly one is required" : ""));
    }

    private int found() {
        return ofModules.count(beans, Default.Literal.INSTANCE);
    }
}
