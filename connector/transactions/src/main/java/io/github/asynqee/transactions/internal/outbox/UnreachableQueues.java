package io.github.asynqee.transactions.internal.outbox;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * The unreachable queues: queues in which the outbox could not be opened. The relay skips their rows, also in later
 * passes, so that it reaches the rows behind them. Each pass retries a few of these queues. If a queue answers, or
 * the retried queues have no rows left, the next pass retries all of them. Not thread-safe.
 */
final class UnreachableQueues {

    /** Maximum number of queues to remember, because each is a parameter of a query. */
    private static final int MAX_QUEUES = 500;
    /** Maximum number of failed queues in a pass, because each costs a command's timeout. */
    private static final int MAX_PER_PASS = 16;
    private static final int RETRIES_PER_PASS = 3;

    /** Failure by queue, the queue tried least recently first. */
    private final Map<String, BrokerException> failures = new LinkedHashMap<>();
    private final Set<String> retried = new HashSet<>();
    private final Set<String> found = new HashSet<>();
    private boolean answered;

    /** Begins a pass, which retries the queues that were tried least recently. */
    void beginPass() {
        if (!retried.isEmpty() && Collections.disjoint(retried, found)) {
            // the retried queues have no rows left: another relay may have stored the rows of all unreachable queues
            failures.keySet().retainAll(found);
        }
        found.clear();
        retried.clear();
        answered = false;
        Iterator<String> longest = failures.keySet().iterator();
        while (longest.hasNext() && retried.size() < RETRIES_PER_PASS) {
            retried.add(longest.next());
            longest.remove();
        }
    }

    /** Ends a pass; returns whether the skipped rows should be read now. */
    boolean endPass() {
        return answered && failures.keySet().retainAll(found);
    }

    /** Called when a queue does not answer. */
    void failed(String queue, BrokerException failure) {
        found.add(queue);
        if (failures.size() < MAX_QUEUES) {
            failures.put(queue, failure);
        }
    }

    /** Called when a queue has answered. */
    void answered(String queue) {
        answered |= retried.contains(queue);
    }

    /** Queues whose rows are skipped. */
    Collection<String> queues() {
        return List.copyOf(failures.keySet());
    }

    /** Number of queues that failed in this pass. */
    int found() {
        return found.size();
    }

    /** Whether this pass may try further queues. */
    boolean maySearch() {
        return found.size() < MAX_PER_PASS;
    }

    /** The failure of one unreachable queue; {@code null} if all queues are reachable. */
    @Nullable
    BrokerException failure() {
        return failures.values().stream().findFirst().orElse(null);
    }
}
