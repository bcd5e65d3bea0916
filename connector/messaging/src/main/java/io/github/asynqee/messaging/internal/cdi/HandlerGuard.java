package io.github.asynqee.messaging.internal.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
import io.github.asynqee.messaging.internal.incoming.CurrentMessage;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.streams.operators.PublisherBuilder;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.reactivestreams.Publisher;

/**
 * Keeps a channel alive when a handler throws that says itself when its task is done. The runtime would end the
 * channel; this gives the task back as failed and lets the handler seem to return normally.
 *
 * <p>A handler with {@code @Acknowledgment(NONE)} is acknowledged by nobody, but a task needs an outcome: it is done
 * when the handler has ended, or failed if it threw.
 *
 * <p>Stands outside everything else, transactions above all, which must see the exception.
 */
@Interceptor
@Guarded
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 10)
public class HandlerGuard {

    private static final Logger LOG = System.getLogger(HandlerGuard.class.getName());

    /** Creates the guard; done by the container. */
    public HandlerGuard() {}

    /**
     * Calls the handler.
     *
     * @param call the call
     * @return what the handler returns, or something like nothing if it fails
     * @throws Exception if the handler fails and there is no such thing
     */
    @AroundInvoke
    public Object guard(InvocationContext call) throws Exception {
        Message<?> message = message(call);
        if (message == null) {
            return call.proceed();
        }
        Method method = call.getMethod();
        Object result;
        try {
            result = call.proceed();
        } catch (Exception | Error e) {
            failed(method, message, e);
            if (method.getReturnType().isPrimitive() && method.getReturnType() != void.class) {
                throw e;
            }
            return nothing(method.getReturnType());
        }
        boolean settles = isNone(method);
        if (result instanceof CompletionStage<?> stage) {
            return guarded(method, message, stage, settles);
        }
        if (settles) {
            message.ack();
        }
        return result;
    }

    private static Message<?> message(InvocationContext call) {
        Object[] arguments = call.getParameters();
        boolean ours = arguments.length > 0
                && (arguments[0] instanceof AsynqMessage<?> || arguments[0] instanceof AsynqGroup<?>);
        return ours ? (Message<?>) arguments[0] : CurrentMessage.get();
    }

    private static boolean isNone(Method method) {
        Acknowledgment acknowledgment = method.getAnnotation(Acknowledgment.class);
        return acknowledgment != null && acknowledgment.value() == Strategy.NONE;
    }

    private static CompletionStage<?> guarded(Method method, Message<?> message, CompletionStage<?> stage,
            boolean settles) {
        return stage.<CompletionStage<Object>>handle((value, error) -> {
            if (error != null) {
                return failed(method, message, error).thenApply(ok -> null);
            }
            return settles ? message.ack().thenApply(ok -> value) : CompletableFuture.completedFuture(value);
        }).thenCompose(Function.identity());
    }

    private static CompletionStage<Void> failed(Method method, Message<?> message, Throwable error) {
        LOG.log(Level.WARNING,
                () -> method.getDeclaringClass().getSimpleName() + "." + method.getName() + " failed for "
                        + message,
                error);
        return message.nack(error);
    }

    /** What a handler may return to say that there is nothing to go on with. */
    private static Object nothing(Class<?> type) {
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
