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
 * The parameter of a handler that is the checkpoint of its task.
 *
 * @param cursor the declared type of the cursor
 * @param problem why the handler cannot have it; {@code null} if it can
 */
public record CheckpointParameter(Type cursor, @Nullable String problem) {

    /** Not every application has the annotation. */
    private static final String TRANSACTIONAL = "jakarta.transaction.Transactional";
    private static final Set<String> WITHOUT_TRANSACTION = Set.of("NOT_SUPPORTED", "NEVER", "SUPPORTS");

    /** The parameter of a method; {@code null} if it has none. */
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
            return handler + ": a Checkpoint is the second of two parameters, behind the payload";
        }
        if (!(declared instanceof ParameterizedType)) {
            return handler + ": a Checkpoint needs the type of its cursor, for example Checkpoint<Long>";
        }
        if (Message.class.isAssignableFrom(method.getParameterTypes()[0])) {
            return handler + ": a handler with a Checkpoint takes the payload, not a Message";
        }
        if (method.isAnnotationPresent(Outgoing.class)) {
            return handler + ": a handler with a Checkpoint has no @Outgoing; it sends by an Emitter or AsynqClient";
        }
        Acknowledgment acknowledgment = method.getAnnotation(Acknowledgment.class);
        if (acknowledgment != null && acknowledgment.value() == Strategy.PRE_PROCESSING) {
            return handler + ": a task that is done before its handler is called has no use for a Checkpoint";
        }
        if (!Interception.isPossible(bean, method)) {
            return handler + ": a handler with a Checkpoint must be a method that can be intercepted: neither static, "
                    + "private nor final, of a class that is not final";
        }
        if (isTransactional(bean, method)) {
            return handler + ": a handler with a Checkpoint must not be @Transactional: what it has written would be "
                    + "rolled back, and its cursor not; give what handles one item a transaction of its own";
        }
        return null;
    }

    private static boolean isTransactional(Class<?> bean, Method method) {
        // that of the method counts, if there is one
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
