package io.github.asynqee.internal.inspect.queue;

import java.util.function.Predicate;

import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.QueueNotFoundException;
import org.jspecify.annotations.Nullable;

/** The queues visible to a caller: all or some. */
public final class Scope {

    /** All queues are visible. */
    public static final Scope ALL = new Scope(queue -> true, true);

    private final Predicate<String> queues;
    private final boolean isAll;

    private Scope(Predicate<String> queues, boolean isAll) {
        this.queues = queues;
        this.isAll = isAll;
    }

    /** Returns the part of this scope that meets a condition. */
    public Scope within(Predicate<String> some) {
        return new Scope(queues.and(some), false);
    }

    /** Whether all queues are visible. */
    public boolean isAll() {
        return isAll;
    }

    /**
     * Whether a queue or shard is in the scope. For {@code null} and blank names, true only if all queues are visible.
     */
    public boolean contains(@Nullable String queue) {
        return isAll || queue != null && !queue.isBlank() && queues.test(queue);
    }

    /**
     * Requires that a queue is in the scope; returns the queue.
     *
     * @throws QueueNotFoundException if the queue is outside the scope, as if it did not exist
     */
    public String require(String queue) {
        if (!contains(queue)) {
            throw notFound(queue);
        }
        return queue;
    }

    /** Creates the exception, which is the same for a queue outside the scope and a queue that does not exist. */
    public QueueNotFoundException notFound(String queue) {
        return new QueueNotFoundException(isAll ? "there is no queue \"" + queue + "\"" : "there is no such queue");
    }

    /**
     * Requires a scope of all queues, for operations on Redis as a whole.
     *
     * @throws OutOfScopeException if some queues are not visible
     */
    public void requireAll() {
        if (!isAll) {
            throw new OutOfScopeException("this concerns queues that are out of scope");
        }
    }
}
