package io.github.asynqee.messaging.internal.incoming;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Annotations for running a method on another thread, found by name because not every server has them. */
public final class OtherThread {

    private static final List<String> ANNOTATIONS = List.of("jakarta.enterprise.concurrent.Asynchronous",
            "jakarta.ejb.Asynchronous");

    private OtherThread() {}

    /**
     * Returns why a handler's task would end before the handler.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return a sentence; empty if the task ends after the handler
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
                        + ": its call returns at once, so its task would be acknowledged before it has run; "
                        + "return a CompletionStage, or remove the annotation and set concurrency");
    }
}
