package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A method annotated with {@code @Incoming}.
 *
 * @param name class and method, for messages
 * @param channel the channel
 * @param payload the declared type of the payload
 * @param acknowledgment the acknowledgement strategy: declared, or the specification's default
 * @param calledForEachTask whether the method is called with each message or payload, rather than once to create a
 *         stream
 */
public record HandlerMethod(String name, String channel, Type payload, Strategy acknowledgment,
        boolean calledForEachTask) {

    /**
     * Describes a method.
     *
     * @param bean the class of the bean, which may inherit the method
     * @param method a method annotated with {@code @Incoming}
     * @param channel the channel named by the annotation
     * @return its description
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
        // the default of methods that create a stream differs, but is not used
        return Strategy.POST_PROCESSING;
    }

    /**
     * Whether an exception of this method would terminate its channel: the runtime nacks a message only with the
     * strategy {@code POST_PROCESSING}.
     *
     * @return whether the method must be guarded
     */
    public boolean needsGuard() {
        return calledForEachTask && acknowledgment != Strategy.POST_PROCESSING;
    }

    /** @return when the stages returned by {@code ack} and {@code nack} complete */
    public AckCompletion ackCompletion() {
        return switch (acknowledgment) {
            case PRE_PROCESSING -> AckCompletion.WRITTEN_BEFORE_HANDLER;
            case POST_PROCESSING -> calledForEachTask ? AckCompletion.IMMEDIATE : AckCompletion.WRITTEN;
            default -> AckCompletion.WRITTEN;
        };
    }
}
