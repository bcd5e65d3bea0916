package io.github.asynqee.transactions.internal.inbox;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import io.github.asynqee.messaging.internal.incoming.FaultTolerance;
import io.github.asynqee.messaging.internal.incoming.HandlerMethod;
import io.github.asynqee.messaging.internal.incoming.Interception;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;

/** Decides which handlers support an inbox: they must finish all work in the transaction before they return. */
final class InboxHandler {

    private static final Set<String> CALLS_AGAIN = Set.of("@Retry", "@Fallback");

    private InboxHandler() {}

    /** Returns why a handler does not support an inbox, as the end of a sentence; empty if it does. */
    static Optional<String> problem(Class<?> bean, Method method) {
        if (method.getReturnType() != void.class) {
            return Optional.of("returns a value: a handler with an inbox must finish its work, then return void");
        }
        HandlerMethod handler = HandlerMethod.of(bean, method, "");
        if (handler.acknowledgment() != Strategy.POST_PROCESSING || !handler.calledForEachTask()) {
            return Optional.of("acknowledges its tasks itself: a handler with an inbox must take the payload; its "
                    + "task is acknowledged after the commit");
        }
        if (Collection.class.isAssignableFrom(method.getParameterTypes()[0])) {
            return Optional.of("takes a collection: groups cannot have an inbox");
        }
        if (!Interception.isPossible(bean, method)) {
            return Optional.of("cannot be intercepted: neither its class nor a method of it may be final, private or "
                    + "static, and the class needs a constructor without parameters");
        }
        if (isEnterpriseBean(bean)) {
            return Optional
                    .of("is a method of an enterprise bean, whose container begins its own transaction first: a handler"
                            + " with an inbox must be a method of a CDI bean");
        }
        Set<String> repeats = FaultTolerance.of(bean, method);
        repeats.retainAll(CALLS_AGAIN);
        if (!repeats.isEmpty()) {
            return Optional.of("has " + String.join(", ", repeats)
                    + ", which would repeat the call in the same transaction and also commit the effects of the failed "
                    + "call: move the annotation to a method that the handler calls and that does not write to the "
                    + "database");
        }
        TxType type = type(bean, method);
        if (type == TxType.REQUIRES_NEW || type == TxType.NOT_SUPPORTED || type == TxType.NEVER) {
            return Optional
                    .of("is @Transactional(" + type
                            + "): a handler with an inbox must run in the inbox's transaction");
        }
        return Optional.empty();
    }

    /** Compares names, because a server without enterprise beans does not have the annotation classes. */
    private static boolean isEnterpriseBean(Class<?> bean) {
        return Arrays.stream(bean.getAnnotations())
                .anyMatch(annotation -> annotation.annotationType().getName().startsWith("jakarta.ejb."));
    }

    private static TxType type(Class<?> bean, Method method) {
        Transactional transactional = method.isAnnotationPresent(Transactional.class)
                ? method.getAnnotation(Transactional.class) : bean.getAnnotation(Transactional.class);
        return transactional == null ? TxType.REQUIRED : transactional.value();
    }
}
