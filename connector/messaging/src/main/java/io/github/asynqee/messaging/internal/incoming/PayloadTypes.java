package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.streams.operators.ProcessorBuilder;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Finds the payload type in a handler's declared type: {@code T} in {@code Publisher<Message<T>>}. */
final class PayloadTypes {

    /** Stream types, whose first argument is the element. */
    static final Set<Class<?>> STREAMS = Set.of(Publisher.class, Subscriber.class, Processor.class,
            Flow.Publisher.class, Flow.Subscriber.class, Flow.Processor.class, PublisherBuilder.class,
            SubscriberBuilder.class, ProcessorBuilder.class);

    private PayloadTypes() {}

    static Type of(Type declared) {
        Type type = bounded(declared);
        if (isStream(type)) {
            type = firstArgument(type);
        }
        Class<?> raw = rawClass(type);
        if (raw != null && Message.class.isAssignableFrom(raw)) {
            type = firstArgument(type);
        }
        return boxed(type);
    }

    /** The element type of a list, {@code null} if the type is not {@code List}. */
    static @Nullable Type elementOf(Type type) {
        return rawClass(type) == List.class ? boxed(firstArgument(type)) : null;
    }

    static boolean isStream(Type type) {
        Class<?> raw = rawClass(type);
        return raw != null && STREAMS.contains(raw);
    }

    static @Nullable Class<?> rawClass(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        return type instanceof Class<?> plain ? plain : null;
    }

    private static Type firstArgument(Type type) {
        return type instanceof ParameterizedType generic ? bounded(generic.getActualTypeArguments()[0]) : Object.class;
    }

    static Type bounded(Type type) {
        if (type instanceof WildcardType wildcard) {
            return bounded(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return bounded(variable.getBounds()[0]);
        }
        return type;
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? java.lang.invoke.MethodType.methodType(plain).wrap().returnType() : type;
    }
}
