package io.github.asynqee.messaging.internal.cdi;

import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

/**
 * The application's beans of a type, collected during deployment. If the connector is a library of an enterprise
 * application, its own bean manager does not see the beans of a WAR.
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

    /** @param bean a bean; collected if it has the type */
    public void add(Bean<?> bean) {
        if (bean.getTypes().contains(type)) {
            found.add(bean);
        }
    }

    private Set<Bean<?>> qualified(Annotation qualifier) {
        return found.stream().filter(bean -> bean.getQualifiers().contains(qualifier)).collect(Collectors.toSet());
    }

    /**
     * Returns the number of matching beans after alternatives are resolved.
     *
     * @param beans resolves alternatives
     * @param qualifier the required qualifier
     * @return the number of beans
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
     * Returns the bean with a qualifier. Call it only if {@link #count} is 1.
     *
     * @param beans resolves alternatives
     * @param qualifier the qualifier
     * @return a reference to the bean
     */
    public T get(BeanManager beans, Annotation qualifier) {
        Bean<?> bean = beans.resolve(qualified(qualifier));
        return type.cast(beans.getReference(bean, type, beans.createCreationalContext(bean)));
    }
}
