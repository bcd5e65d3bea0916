package io.github.asynqee.messaging.internal.incoming;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Annotations by which a server runs a method on another thread while its call returns; by name, not every server has them. */
public final class OtherThread {

    private static final List<String> ANNOTATIONS = List.of("jakarta.enterprise.concurrent.Asynchronous",
            "jakarta.ejb.Asynchronous");

    private OtherThread() {}

    /**
     * Why the task of a handler would end before the handler does.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return a sentence; nothing if it would not
     */
    public static Optional<String> problem(Class<?> bean, Method method) {
        if (CompletionStage.class.isAssignableFrom(method.getReturnType())) {
            return Optional.empty();
        }
        return Stream.of(bean.getAnnotations(), method.getDeclaringClass().getAnnotations(), method.getAnnotations())
                .flatMap(Arrays::stream)
                .map(Annotation::annotationType).map(Class::getName).filter(ANNOTATIONS::contains).findFirst()
                .map(name -> HandlerMethod.of(bean, method, "").name() + " has @" + name + ", and returns "
                        + method.getReturnType().getSimpleName()
                        + ": its call returns at once, so that its task would be acknowledged before it has run; "
                        + "return a CompletionStage, or leave it out: concurrency says how many tasks run at a time");
    }
}
