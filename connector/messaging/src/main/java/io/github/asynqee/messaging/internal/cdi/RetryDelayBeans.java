package io.github.asynqee.messaging.internal.cdi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.worker.RetryDelay;

/**
 * The beans of the application that compute retry delays. They are collected as they are found: if the connector is a library of
 * an enterprise application, its own bean manager does not see the beans of a WAR.
 */
final class RetryDelayBeans {

    private final Set<Bean<?>> found = ConcurrentHashMap.newKeySet();

    void add(Bean<?> bean) {
        if (bean.getTypes().contains(RetryDelay.class)) {
            found.add(bean);
        }
    }

    private Set<Bean<?>> named(String name) {
        return found.stream().filter(bean -> bean.getQualifiers().contains(NamedLiteral.of(name)))
                .collect(Collectors.toSet());
    }

    /** The number of beans from which one with a name is to be chosen. */
    int count(BeanManager beans, String name) {
        Set<Bean<?>> named = named(name);
        try {
            return beans.resolve(named) == null ? 0 : 1;
        } catch (AmbiguousResolutionException e) {
            return named.size();
        }
    }

    /** The bean with a name, of which there is exactly one. */
    RetryDelay get(BeanManager beans, String name) {
        Bean<?> bean = beans.resolve(named(name));
        return (RetryDelay) beans.getReference(bean, RetryDelay.class, beans.createCreationalContext(bean));
    }
}
