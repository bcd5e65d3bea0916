package io.github.asynqee.internal.inspect.queue;

import java.util.function.Predicate;

import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.QueueNotFoundException;
import org.jspecify.annotations.Nullable;

/** The queues that a caller sees: all, or some. */
public final class Scope {

    /** Nothing is hidden. */
    public static final Scope ALL = new Scope(queue -> true, true);

    private final Predicate<String> queues;
    private final boolean isAll;

    private Scope(Predicate<String> queues, boolean isAll) {
        this.queues = queues;
        this.isAll = isAll;
    }

    /** Those queues of this scope that fulfil a condition. */
    public Scope within(Predicate<String> some) {
        return new Scope(queues.and(some), false);
    }

    /** Whether nothing is hidden. */
    public boolean isAll() {
        return isAll;
    }

    /** Whether a queue, or shard, is seen; {@code null} and blank names, which are no queues, only by who sees all. */
    public boolean contains(@Nullable String queue) {
        return isAll || queue != null && !queue.isBlank() && queues.test(queue);
    }

    /**
     * A queue that must be seen.
     *
     * @throws QueueNotFoundException if it is not: it looks like one that does not exist
     */
    public String require(String queue) {
        if (!contains(queue)) {
            throw notFound(queue);
        }
        return queue;
    }

    /** Does not tell a queue that is hidden from one that does not exist. */
    public QueueNotFoundException notFound(String queue) {
        return new QueueNotFoundException(isAll ? "there is no queue \"" + queue + "\"" : "there is no such queue");
    }

    /**
     * Allows what concerns Redis as a whole.
     *
     * @throws OutOfScopeException if some queues are hidden
     */
    public void requireAll() {
        if (!isAll) {
            throw new OutOfScopeException("this concerns queues that are out of scope");
        }
    }
}
