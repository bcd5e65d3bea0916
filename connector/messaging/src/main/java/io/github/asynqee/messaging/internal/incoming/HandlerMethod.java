package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * A method annotated with {@code @Incoming}.
 *
 * @param name class and method, for messages
 * @param channel the channel
 * @param payload the declared type of the payload
 * @param acknowledgment the acknowledgement strategy: declared, or the specification's default
 * @param calledForEachTask whether the method is called with each message or payload, rather than once to create a
 *         stream
 * @param guarded whether {@code HandlerGuard} intercepts the method and settles failed tasks itself
 * @param checkpoint its parameter for the checkpoint, {@code null} if it has none
 */
public record HandlerMethod(String name, String channel, Type payload, Strategy acknowledgment,
        boolean calledForEachTask, boolean guarded, @Nullable CheckpointParameter checkpoint) {

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
        Strategy acknowledgment = acknowledgment(method, declared, takesOne);
        return new HandlerMethod(bean.getSimpleName() + "." + method.getName(), channel, PayloadTypes.of(declared),
                acknowledgment, takesOne, takesOne && isGuarded(bean, method, acknowledgment),
                CheckpointParameter.of(bean, method));
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
     * With other strategies than {@code POST_PROCESSING} an exception would terminate the channel. With that strategy
     * the runtime nacks the message, and logs the exception with its stack trace; the guard replaces this where the
     * method can be intercepted and may return an empty result.
     */
    private static boolean isGuarded(Class<?> bean, Method method, Strategy acknowledgment) {
        return acknowledgment != Strategy.POST_PROCESSING || Interception.isPossible(bean, method)
                && (!method.isAnnotationPresent(Outgoing.class) || returnsPayload(method));
    }

    /** Whether a processor returns the payload itself, which may be {@code null}. */
    private static boolean returnsPayload(Method method) {
        Class<?> result = method.getReturnType();
        return !result.isPrimitive() && !CompletionStage.class.isAssignableFrom(result)
                && !Message.class.isAssignableFrom(result) && !PayloadTypes.isStream(result);
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
