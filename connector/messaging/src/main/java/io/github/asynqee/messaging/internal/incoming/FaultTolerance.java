package io.github.asynqee.messaging.internal.incoming;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** MicroProfile Fault Tolerance annotations on handlers, found by name because not every server has them. */
public final class FaultTolerance {

    private static final String PACKAGE = "org.eclipse.microprofile.faulttolerance";
    private static final String ASYNCHRONOUS = "@Asynchronous";

    private FaultTolerance() {}

    /**
     * The annotations of a handler and of its class.
     *
     * @param bean the class of the bean
     * @param method the handler
     * @return their names, like {@code @Retry}
     */
    public static Set<String> of(Class<?> bean, Method method) {
        return Stream.of(bean.getAnnotations(), method.getAnnotations()).flatMap(Arrays::stream)
                .map(Annotation::annotationType).filter(type -> type.getPackageName().equals(PACKAGE))
                .map(type -> "@" + type.getSimpleName()).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns whether a handler has annotations that work.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return false without annotations, or with a {@linkplain #problem problem}
     */
    public static boolean works(Class<?> bean, Method method) {
        return !of(bean, method).isEmpty() && problem(bean, method).isEmpty();
    }

    /**
     * Returns why annotations of a handler do not work.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return a sentence; empty if the annotations work, or without annotations
     */
    public static Optional<String> problem(Class<?> bean, Method method) {
        Set<String> annotations = of(bean, method);
        if (annotations.isEmpty()) {
            return Optional.empty();
        }
        HandlerMethod handler = HandlerMethod.of(bean, method, "");
        String subject = handler.name() + " has " + String.join(", ", annotations);
        if (!handler.calledForEachTask()) {
            return Optional
                    .of(subject + ", without effect on tasks: the method is called once to create a stream, not for "
                            + "each task; write a handler that takes the payload");
        }
        if (!Interception.isPossible(bean, method)) {
            return Optional.of(subject
                    + ", but cannot be intercepted: its class and all methods must not be final, the handler must not "
                    + "be private or static, and the class needs a constructor without parameters");
        }
        if (annotations.contains(ASYNCHRONOUS) && method.getReturnType() != CompletionStage.class) {
            return Optional.of(subject + ", but returns " + method.getReturnType().getSimpleName() + ": with "
                    + ASYNCHRONOUS + " a handler must return a CompletionStage");
        }
        // SmallRye Fault Tolerance returns the value of the fallback's stage instead of the stage
        if (annotations.contains("@Fallback") && !annotations.contains(ASYNCHRONOUS)
                && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
            return Optional
                    .of(subject + ", and returns a CompletionStage: some servers do not return the fallback's stage; "
                            + "add " + ASYNCHRONOUS + ", or return void");
        }
        return Optional.empty();
    }
}
