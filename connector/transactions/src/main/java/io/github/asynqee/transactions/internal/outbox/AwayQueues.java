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
 * The queues in which the outbox could not be opened. Their rows are left out, from one pass of the relay to the next, so that
 * any number of passes finds all of them, and the rows behind theirs are reached. Each pass asks some again; when one answers, or
 * none of them fails because they have no rows any more, all are asked. For one thread.
 */
final class AwayQueues {

    /** How many are known: each is a parameter of a query. */
    private static final int MOST = 500;
    /** How many may be found in a pass: each costs the time of an unanswered command. */
    private static final int MOST_IN_PASS = 16;
    private static final int ASKED_AGAIN = 3;

    /** Those that have waited longest are first. */
    private final Map<String, BrokerException> failures = new LinkedHashMap<>();
    private final Set<String> askedAgain = new HashSet<>();
    private final Set<String> found = new HashSet<>();
    private boolean answered;

    /** From now on the queues that have waited longest are asked again. */
    void beginPass() {
        if (!askedAgain.isEmpty() && Collections.disjoint(askedAgain, found)) {
            // they have no rows any more: another relay has stored them, and perhaps those of the others
            failures.keySet().retainAll(found);
        }
        found.clear();
        askedAgain.clear();
        answered = false;
        Iterator<String> longest = failures.keySet().iterator();
        while (longest.hasNext() && askedAgain.size() < ASKED_AGAIN) {
            askedAgain.add(longest.next());
            longest.remove();
        }
    }

    /** Returns whether rows that were left out are to be read now. */
    boolean endPass() {
        return answered && failures.keySet().retainAll(found);
    }

    /** A queue does not answer. */
    void failed(String queue, BrokerException failure) {
        found.add(queue);
        if (failures.size() < MOST) {
            failures.put(queue, failure);
        }
    }

    /** A queue has answered. */
    void answered(String queue) {
        answered |= askedAgain.contains(queue);
    }

    /** The queues whose rows are left out. */
    Collection<String> queues() {
        return List.copyOf(failures.keySet());
    }

    /** How many were found in this pass. */
    int found() {
        return found.size();
    }

    /** Whether this pass may look for further ones. */
    boolean maySearch() {
        return found.size() < MOST_IN_PASS;
    }

    /** Why rows of one of them are not stored; {@code null} if there is none. */
    @Nullable
    BrokerException failure() {
        return failures.values().stream().findFirst().orElse(null);
    }
}
