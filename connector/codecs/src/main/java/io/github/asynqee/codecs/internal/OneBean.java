package io.github.asynqee.codecs.internal;

import java.util.Optional;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.messaging.internal.cdi.FoundBeans;

/**
 * The one bean of a type that the application must have. Those beside this module come first: a WAR with the module is not
 * concerned by others.
 *
 * @param near those where this module sees them
 * @param ofModules those of all modules of the application
 * @param beans the container
 */
record OneBean<T>(Instance<T> near, FoundBeans<T> ofModules, BeanManager beans) {

    /** Empty if there is none, or not only one. */
    Optional<T> get() {
        if (!near.isUnsatisfied()) {
            return near.isResolvable() ? Optional.of(near.get()) : Optional.empty();
        }
        return found() == 1 ? Optional.of(ofModules.get(beans, Default.Literal.INSTANCE)) : Optional.empty();
    }

    /** What the application lacks; empty if it has the bean. */
    Optional<String> missing(Class<T> type, String purpose) {
        if (near.isResolvable() || near.isUnsatisfied() && found() == 1) {
            return Optional.empty();
        }
        return Optional.of("a bean of type " + type.getName() + ", " + purpose
                + (near.isAmbiguous() || found() > 1 ? ": there are several, and the application must have one" : ""));
    }

    private int found() {
        return ofModules.count(beans, Default.Literal.INSTANCE);
    }
}
