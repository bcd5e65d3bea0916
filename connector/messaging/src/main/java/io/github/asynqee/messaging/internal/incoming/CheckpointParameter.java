package io.github.asynqee.messaging.internal.incoming;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

import io.github.asynqee.Checkpoint;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoint parameter of a handler.
 *
 * @param cursor the declared type of the cursor
 * @param problem why the handler cannot have a checkpoint; {@code null} if it can
 */
public record CheckpointParameter(Type cursor, @Nullable String problem) {

    /** Compared by name, because not every application has the annotation. */
    private static final String TRANSACTIONAL = "jakarta.transaction.Transactional";
    private static final Set<String> WITHOUT_TRANSACTION = Set.of("NOT_SUPPORTED", "NEVER", "SUPPORTS");

    /** Returns the checkpoint parameter of a method; {@code null} if it has none. */
    static @Nullable CheckpointParameter of(Class<?> bean, Method method) {
        int index = Arrays.asList(method.getParameterTypes()).indexOf(Checkpoint.class);
        if (index < 0) {
            return null;
        }
        Type declared = TypeVariables.resolve(method.getGenericParameterTypes()[index], bean);
        Type cursor = declared instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0]
                : Object.class;
        return new CheckpointParameter(cursor, problem(bean, method, index, declared));
    }

    private static @Nullable String problem(Class<?> bean, Method method, int index, Type declared) {
        String handler = bean.getSimpleName() + "." + method.getName();
        if (index != 1 || method.getParameterCount() != 2) {
            return handler + ": a Checkpoint must be the second of two parameters, after the payload";
        }
        if (!(declared instanceof ParameterizedType)) {
            return handler + ": a Checkpoint needs the type of its cursor, for example Checkpoint<Long>";
        }
        if (Message.class.isAssignableFrom(method.getParameterTypes()[0])) {
            return handler + ": a handler with a Checkpoint must take the payload, not a Message";
        }
        if (method.isAnnotationPresent(Outgoing.class)) {
            return handler
                    + ": a handler with a Checkpoint must not have @Outgoing; send with an Emitter or AsynqClient";
        }
        Acknowledgment acknowledgment = method.getAnnotation(Acknowledgment.class);
        if (acknowledgment != null && acknowledgment.value() == Strategy.PRE_PROCESSING) {
            return handler + ": a task that is acknowledged before its handler is called cannot have a Checkpoint";
        }
        if (!Interception.isPossible(bean, method)) {
            return handler + ": a handler with a Checkpoint must be a method that can be intercepted: not static, "
                    + "private or final, in a class that is not final";
        }
        if (isTransactional(bean, method)) {
            return handler
                    + ": a handler with a Checkpoint must not be @Transactional: a rollback would undo its writes "
                    + "but not its cursor; use a separate transaction for each item";
        }
        return null;
    }

    private static boolean isTransactional(Class<?> bean, Method method) {
        // the method's annotation takes precedence
        return Stream.of(method.getAnnotations(), bean.getAnnotations()).flatMap(Arrays::stream)
                .filter(it -> it.annotationType().getName().equals(TRANSACTIONAL)).findFirst()
                .map(it -> !WITHOUT_TRANSACTION.contains(valueOf(it))).orElse(false);
    }

    private static String valueOf(Annotation transactional) {
        try {
            return transactional.annotationType().getMethod("value").invoke(transactional).toString();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
