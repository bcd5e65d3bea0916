package io.github.asynqee.messaging.internal.periodic;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.messaging.Periodic;

/** The parts of a container needed to call a bean method. */
public final class Beans implements RequestContextController {

    private final Object bean;
    final AtomicInteger active = new AtomicInteger();
    final AtomicInteger released = new AtomicInteger();

    public Beans(Object bean) {
        this.bean = bean;
    }

    private static <T> T stub(Class<T> type, java.util.function.BiFunction<Method, Object[], Object> answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type },
                (proxy, method, arguments) -> answer.apply(method, arguments)));
    }

    public PeriodicMethod method(String name) {
        Method method = Arrays.stream(bean.getClass().getDeclaredMethods()).filter(it -> it.getName().equals(name))
                .findFirst().orElseThrow();
        Bean<?> described = stub(Bean.class,
                (called, arguments) -> called.getName().equals("getTypes") ? Set.of(bean.getClass(), Object.class)
                        : bean.getClass());
        return new PeriodicMethod(described, method, method.getAnnotation(Periodic.class));
    }

    public BeanManager manager() {
        CreationalContext<?> context = stub(CreationalContext.class, (called, arguments) -> {
            released.incrementAndGet();
            return null;
        });
        return stub(BeanManager.class,
                (called, arguments) -> called.getName().equals("createCreationalContext") ? context : bean);
    }

    @Override
    public boolean activate() {
        return active.incrementAndGet() == 1;
    }

    @Override
    public void deactivate() {
        active.decrementAndGet();
    }
}
