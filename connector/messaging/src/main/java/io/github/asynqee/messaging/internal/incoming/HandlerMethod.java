package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * What a method annotated with {@code @Incoming} says about its channel.
 *
 * @param name the method, for messages
 * @param channel the channel
 * @param payload the payload's declared type
 * @param acknowledgment when a task is done, as declared or as the specification has it by default
 * @param calledForEachTask whether the method takes a task or payload, and is called for each, rather than setting up a
 *        stream once
 */
public record HandlerMethod(String name, String channel, Type payload, Strategy acknowledgment,
        boolean calledForEachTask) {

    /**
     * Looks at a method.
     *
     * @param bean the class of the bean that has the method, perhaps inherited
     * @param method annotated with {@code @Incoming}
     * @param channel the channel that the annotation names
     * @return what it says
     */
    public static HandlerMethod of(Class<?> bean, Method method, String channel) {
        Type declared = TypeVariables.resolve(method.getParameterCount() == 0 ? method.getGenericReturnType()
                : method.getGenericParameterTypes()[0], bean);
        boolean takesOne = method.getParameterCount() > 0 && !PayloadTypes.isStream(declared);
        return new HandlerMethod(bean.getSimpleName() + "." + method.getName(), channel, PayloadTypes.of(declared),
                acknowledgment(method, declared, takesOne), takesOne);
    }

    private static Strategy acknowledgment(Method method, Type declared, boolean takesOne) {
        Acknowledgment annotation = method.getAnnotation(Acknowledgment.class);
        if (annotation != null) {
            return annotation.value();
        }
        Class<?> raw = PayloadTypes.rawClass(declared);
        if (takesOne && raw != null && Message.class.isAssignableFrom(raw)) {
            return Strategy.MANUAL;
        }
        // methods that set up a stream differ, but for them nothing depends on it
        return Strategy.POST_PROCESSING;
    }

    /**
     * Whether an exception of this method would end its channel: the runtime gives a failed task back only if it is the
     * one to say when a task is done.
     *
     * @return whether the method must be guarded
     */
    public boolean needsGuard() {
        return calledForEachTask && acknowledgment != Strategy.POST_PROCESSING;
    }

    /** @return when the stages complete that acknowledging a message returns */
    public AckCompletion acknowledging() {
        return switch (acknowledgment) {
            case PRE_PROCESSING -> AckCompletion.WRITTEN_BEFORE_HANDLER;
            case POST_PROCESSING -> calledForEachTask ? AckCompletion.DECIDED : AckCompletion.WRITTEN;
            default -> AckCompletion.WRITTEN;
        };
    }
}
