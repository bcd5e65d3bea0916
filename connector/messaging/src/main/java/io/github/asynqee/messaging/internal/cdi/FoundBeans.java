package io.github.asynqee.messaging.internal.cdi;

import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

/**
 * The beans of a type that the application has. They are collected as they are found: if the connector is a library of an
 * enterprise application, its own bean manager does not see the beans of a WAR.
 *
 * @param <T> the type
 */
public final class FoundBeans<T> {

    private final Class<T> type;
    private final Set<Bean<?>> found = ConcurrentHashMap.newKeySet();

    /** @param type the type of the beans */
    public FoundBeans(Class<T> type) {
        this.type = type;
    }

    /** @param bean a bean, which is collected if it has the type */
    public void add(Bean<?> bean) {
        if (bean.getTypes().contains(type)) {
            found.add(bean);
        }
    }

    private Set<Bean<?>> qualified(Annotation qualifier) {
        return found.stream().filter(bean -> bean.getQualifiers().contains(qualifier)).collect(Collectors.toSet());
    }

    /**
     * The number of beans from which one is to be chosen.
     *
     * @param beans resolves those of which one is an alternative
     * @param qualifier what the bean must be qualified by
     * @return their number
     */
    public int count(BeanManager beans, Annotation qualifier) {
        Set<Bean<?>> qualified = qualified(qualifier);
        try {
            return beans.resolve(qualified) == null ? 0 : 1;
        } catch (AmbiguousResolutionException e) {
            return qualified.size();
        }
    }

    /**
     * The bean with a qualifier, of which there is exactly one.
     *
     * @param beans resolves those of which one is an alternative
     * @param qualifier what the bean is qualified by
     * @return a reference to it
     */
    public T get(BeanManager beans, Annotation qualifier) {
        Bean<?> bean = beans.resolve(qualified(qualifier));
        return type.cast(beans.getReference(bean, type, beans.createCreationalContext(bean)));
    }
}
