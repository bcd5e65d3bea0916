package io.github.asynqee.messaging.internal.cdi;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.messaging.FromVersion;
import io.github.asynqee.messaging.PayloadUpgrade;
import io.github.asynqee.messaging.internal.payload.UpgradeStep;
import org.jspecify.annotations.Nullable;

/** Finds the upgrades of payloads among the beans. */
final class UpgradeBeans {

    private UpgradeBeans() {}

    /**
     * Returns the upgrade implemented by a bean.
     *
     * @return the upgrade; empty if the bean is not a {@link PayloadUpgrade}
     * @throws IllegalArgumentException if its version or its types are not declared
     */
    static Optional<UpgradeStep> find(Bean<?> bean, Class<?> beanClass, BeanManager beans) {
        if (!PayloadUpgrade.class.isAssignableFrom(beanClass)) {
            return Optional.empty();
        }
        FromVersion from = beanClass.getAnnotation(FromVersion.class);
        if (from == null) {
            throw new IllegalArgumentException(
                    beanClass.getName() + " is a PayloadUpgrade and needs @FromVersion, the version that it upgrades");
        }
        ParameterizedType declared = bean.getTypes().stream().filter(ParameterizedType.class::isInstance)
                .map(ParameterizedType.class::cast).filter(type -> type.getRawType() == PayloadUpgrade.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(beanClass.getName()
                        + " must declare which payloads it upgrades: PayloadUpgrade<V2, V3>"));
        Type[] payloads = declared.getActualTypeArguments();
        return Optional.of(new UpgradeStep(from.value(), payloads[0], payloads[1], beanClass.getName(),
                once(bean, declared, beans)));
    }

    /** Supplies the bean; creates a dependent bean only once. */
    private static Supplier<PayloadUpgrade<Object, Object>> once(Bean<?> bean, Type type,
            BeanManager beans) {
        return new Supplier<>() {

            private @Nullable PayloadUpgrade<Object, Object> found;

            @Override
            @SuppressWarnings("unchecked")
            public synchronized PayloadUpgrade<Object, Object> get() {
                if (found == null) {
                    found = (PayloadUpgrade<Object, Object>) beans.getReference(bean, type,
                            beans.createCreationalContext(bean));
                }
                return found;
            }
        };
    }
}
