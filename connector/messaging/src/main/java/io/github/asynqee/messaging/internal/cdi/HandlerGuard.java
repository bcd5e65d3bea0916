package io.github.asynqee.messaging.internal.cdi;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * Settles the task of a handler that fails, and returns normally to the runtime. Otherwise the runtime would log the
 * exception with its stack trace, or terminate the channel if the handler acknowledges tasks itself. A later
 * acknowledgement by the runtime has no effect.
 *
 * <p>With {@code @Acknowledgment(NONE)} the message is never acknowledged. Because a task needs an outcome, it
 * succeeds when the handler returns.
 *
 * <p>The runtime does not know checkpoints and passes {@code null}; the guard replaces it with the checkpoint.
 *
 * <p>With {@code @Acknowledgment(PRE_PROCESSING)} a handler is not called if its task could not be acknowledged.
 *
 * <p>Runs outside all other interceptors, so that {@code @Transactional} and others see the exception.
 */
@Interceptor
@HandlerGuardBinding
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 10)
public class HandlerGuard {

    /** Creates the guard; done by the container. */
    public HandlerGuard() {}

    /**
     * Calls the handler.
     *
     * @param call the call
     * @return the result of the handler, or an empty result if it fails
     * @throws Exception if the handler fails and its return type has no empty result, or if the application calls it
     */
    @AroundInvoke
    public @Nullable Object guard(InvocationContext call) throws Exception {
        Method method = call.getMethod();
        Message<?> message = message(call, method);
        if (message == null) {
            return call.proceed();
        }
        Object result;
        try {
            if (message instanceof LaneMessage<?> task && task.isStillOpen()) {
                throw new IllegalStateException(
                        "could not acknowledge the task, so its handler, which must run "
                                + "afterwards, is not called");
            }
            if (message instanceof LaneMessage<?> task && task.arguments() != null) {
                call.setParameters(task.arguments());
            }
            result = call.proceed();
        } catch (Exception | Error e) {
            message.nack(e);
            if (method.getReturnType().isPrimitive() && method.getReturnType() != void.class) {
                throw e;
            }
            return empty(method.getReturnType());
        }
        boolean acks = isNone(method);
        if (result instanceof CompletionStage<?> stage) {
            return guarded(message, stage, acks);
        }
        if (acks) {
            message.ack();
        }
        return result;
    }

    /** Returns the message of the call; {@code null} if the application itself calls the method. */
    private static @Nullable Message<?> message(InvocationContext call, Method method) {
        Object[] arguments = call.getParameters();
        if (arguments.length > 0
                && (arguments[0] instanceof AsynqMessage<?> || arguments[0] instanceof AsynqGroup<?>)) {
            return (Message<?>) arguments[0];
        }
        Incoming incoming = method.getAnnotation(Incoming.class);
        return incoming == null ? null : LaneMessage.currentForCall(incoming.value());
    }

    private static boolean isNone(Method method) {
        Acknowledgment acknowledgment = method.getAnnotation(Acknowledgment.class);
        return acknowledgment != null && acknowledgment.value() == Strategy.NONE;
    }

    private static CompletionStage<?> guarded(Message<?> message, CompletionStage<?> stage, boolean acks) {
        return stage.<CompletionStage<Object>>handle((value, error) -> {
            if (error != null) {
                return message.nack(error).thenApply(ok -> null);
            }
            return acks ? message.ack().thenApply(ok -> value) : CompletableFuture.completedFuture(value);
        }).thenCompose(Function.identity());
    }

    /** Returns an empty result of the type. */
    private static @Nullable Object empty(Class<?> type) {
        if (CompletionStage.class.isAssignableFrom(type)) {
            return CompletableFuture.completedFuture(null);
        }
        if (type == PublisherBuilder.class) {
            return ReactiveStreams.empty();
        }
        if (type == Publisher.class) {
            return ReactiveStreams.empty().buildRs();
        }
        return null;
    }
}
