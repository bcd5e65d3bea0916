package io.github.asynqee.messaging.internal.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Repeated {@code @Incoming} annotations on a method. They are not specified, but the API classes of both servers
 * support them with their own container annotation.
 */
final class RepeatedIncoming {

    private RepeatedIncoming() {}

    /** Returns the channels named in container annotations of a method. */
    static Stream<String> channels(Collection<Annotation> annotations) {
        return annotations.stream().flatMap(RepeatedIncoming::contained).map(Incoming::value);
    }

    private static Stream<Incoming> contained(Annotation annotation) {
        try {
            Method value = annotation.annotationType().getMethod("value");
            return value.getReturnType() == Incoming[].class ? Arrays.stream((Incoming[]) value.invoke(annotation))
                    : Stream.empty();
        } catch (ReflectiveOperationException e) {
            return Stream.empty();
        }
    }
}
