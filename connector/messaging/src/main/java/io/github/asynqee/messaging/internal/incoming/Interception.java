package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** CDI's rules for interceptor bindings: a bean that breaks them fails the deployment. */
public final class Interception {

    private Interception() {}

    /**
     * Returns whether a method may get an interceptor binding. Its class and all methods must not be final, and the
     * class needs a constructor without parameters.
     */
    public static boolean isPossible(Class<?> bean, Method method) {
        return !Modifier.isFinal(bean.getModifiers())
                && (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0 && !hasFinalMethod(bean)
                && hasDefaultConstructor(bean);
    }

    private static boolean hasDefaultConstructor(Class<?> bean) {
        return Arrays.stream(bean.getDeclaredConstructors())
                .anyMatch(it -> it.getParameterCount() == 0 && !Modifier.isPrivate(it.getModifiers()));
    }

    private static boolean hasFinalMethod(Class<?> bean) {
        return bean != null && bean != Object.class
                && (Arrays.stream(bean.getDeclaredMethods()).anyMatch(Interception::isFinal)
                        || hasFinalMethod(bean.getSuperclass()));
    }

    private static boolean isFinal(Method method) {
        int modifiers = method.getModifiers();
        return Modifier.isFinal(modifiers) && (modifiers & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
    }
}
