package io.github.asynqee.console.redis;

import java.util.concurrent.Callable;

import io.github.asynqee.console.config.QueueScope;

/**
 * The queues that the user of the present request may see. It belongs to the thread: that of the request, or one of a
 * {@link CallPool} that works for it. A thread without one gets no access at all.
 */
public final class CurrentScope {

    private static final ThreadLocal<QueueScope> SCOPE = new ThreadLocal<>();

    private CurrentScope() {}

    public static void set(QueueScope scope) {
        SCOPE.set(scope);
    }

    public static void clear() {
        SCOPE.remove();
    }

    /**
     * The scope of this thread.
     *
     * @throws IllegalStateException if it works for no request
     */
    public static QueueScope get() {
        QueueScope scope = SCOPE.get();
        if (scope == null) {
            throw new IllegalStateException("no request: its scope is not known");
        }
        return scope;
    }

    /** A call that has the scope of this thread on any thread. */
    static <T> Callable<T> carried(Callable<T> call) {
        QueueScope scope = SCOPE.get();
        return scope == null ? call : () -> {
            set(scope);
            try {
                return call.call();
            } finally {
                clear();
            }
        };
    }
}
