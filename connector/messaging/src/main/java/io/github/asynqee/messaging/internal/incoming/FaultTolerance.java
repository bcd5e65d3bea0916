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

/** The annotations of MicroProfile Fault Tolerance on handlers; by name, because not every server has them. */
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
     * Whether a handler has annotations that work.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return false if there are none, or if there is a {@linkplain #problem problem}
     */
    public static boolean works(Class<?> bean, Method method) {
        return !of(bean, method).isEmpty() && problem(bean, method).isEmpty();
    }

    /**
     * Why annotations of a handler cannot work.
     *
     * @param bean the class of the bean
     * @param method a method annotated with {@code @Incoming}
     * @return a sentence; nothing if they work, or if there are none
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
                    .of(subject + ", without effect on tasks: it is called once, to create a stream, and not for "
                            + "each task; write a handler that takes the payload");
        }
        if (!Interception.isPossible(bean, method)) {
            return Optional.of(subject
                    + ", and cannot be intercepted: neither its class nor a method of it may be final, "
                    + "nor the handler private or static, and the class needs a constructor without parameters");
        }
        if (annotations.contains(ASYNCHRONOUS) && method.getReturnType() != CompletionStage.class) {
            return Optional.of(subject + ", and returns " + method.getReturnType().getSimpleName() + ": with "
                    + ASYNCHRONOUS + " a handler returns a CompletionStage");
        }
        // SmallRye Fault Tolerance returns the value of the fallback's stage in place of the stage
        if (annotations.contains("@Fallback") && !annotations.contains(ASYNCHRONOUS)
                && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
            return Optional
                    .of(subject + ", and returns a CompletionStage: not every server returns that of the fallback "
                            + "then; add " + ASYNCHRONOUS + ", or return void");
        }
        return Optional.empty();
    }
}
