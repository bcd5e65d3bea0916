package io.github.asynqee.console.redis;

import java.util.concurrent.Callable;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;

/**
 * The queues that the user of the current request may see. It is bound to the thread of the request, or to the thread
 * of a {@link CallPool} that serves the request. A thread without a scope has no access.
 */
public final class CurrentScope {

    private static final ThreadLocal<Caller> CALLER = new ThreadLocal<>();

    private CurrentScope() {}

    /** The user of a request, and the scope of this user. */
    private record Caller(QueueScope scope, String user) {}

    public static void set(QueueScope scope, String user) {
        CALLER.set(new Caller(scope, user));
    }

    public static void clear() {
        CALLER.remove();
    }

    /**
     * The scope of this thread.
     *
     * @throws IllegalStateException if the thread does not serve a request
     */
    public static QueueScope get() {
        Caller caller = CALLER.get();
        if (caller == null) {
            throw new IllegalStateException("no request: its scope is not known");
        }
        return caller.scope;
    }

    /** Whether the user of this thread may see all queues. */
    public static boolean isAll() {
        Caller caller = CALLER.get();
        return caller != null && caller.scope.isAll();
    }

    /** Whether the user of this thread may see a queue; without a request, the answer is false. */
    public static boolean sees(String queue) {
        Caller caller = CALLER.get();
        return caller != null && caller.scope.contains(queue);
    }

    /** Rejects a queue outside the scope as if it did not exist. */
    public static void require(QueueScope scope, String queue) {
        if (!scope.contains(queue)) {
            throw ProblemException.notFound("There is no such queue.");
        }
    }

    /** The user of the current request; {@code null} for a thread that does not serve a request. */
    static String user() {
        Caller caller = CALLER.get();
        return caller == null ? null : caller.user;
    }

    /** A call that has the scope of this thread on any thread. */
    static <T> Callable<T> carried(Callable<T> call) {
        Caller caller = CALLER.get();
        return caller == null ? call : () -> {
            CALLER.set(caller);
            try {
                return call.call();
            } finally {
                clear();
            }
        };
    }
}
