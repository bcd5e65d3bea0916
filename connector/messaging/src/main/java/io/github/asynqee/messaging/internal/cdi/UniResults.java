package io.github.asynqee.messaging.internal.cdi;

import java.util.function.Consumer;
import java.util.function.Function;

import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Results of type {@code Uni}, by reflection: not every server shows Mutiny to applications, and the connector must not
 * depend on it.
 */
final class UniResults {

    private static final String UNI = "io.smallrye.mutiny.Uni";

    private UniResults() {}

    static boolean isUni(Class<?> type) {
        return type.getName().equals(UNI);
    }

    /** {@code Uni.createFrom().nullItem()}. */
    static Object empty(Class<?> uni) throws ReflectiveOperationException {
        Object create = uni.getMethod("createFrom").invoke(null);
        return create.getClass().getMethod("nullItem").invoke(create);
    }

    /** {@code uni.onItem().invoke(ack).onFailure().recoverWithItem(nack)}; the acknowledgement only if wanted. */
    static Object guarded(Class<?> uni, Object result, Message<?> message, boolean acks)
            throws ReflectiveOperationException {
        Object guarded = result;
        if (acks) {
            Object onItem = uni.getMethod("onItem").invoke(guarded);
            Consumer<Object> ack = item -> message.ack();
            guarded = onItem.getClass().getMethod("invoke", Consumer.class).invoke(onItem, ack);
        }
        Object onFailure = uni.getMethod("onFailure").invoke(guarded);
        Function<Throwable, Object> nack = error -> {
            message.nack(error);
            return null;
        };
        return onFailure.getClass().getMethod("recoverWithItem", Function.class).invoke(onFailure, nack);
    }
}
