package io.github.asynqee.internal.broker;

import java.util.List;
import java.util.Objects;

import io.github.asynqee.VersionRange;

/**
 * The tasks of a queue that a worker can run now.
 *
 * @param routes the tasks for which it has lanes; of each kind the longest prefix first, because the first matching
 *        route takes a task
 * @param anchor position of the marks of the routes, as reported by the call that returned the marks; {@code null} if
 *        unknown
 * @param reach how far the call reaches into the queue
 * @param putAside the ID of a task that no lane handles, but that is dequeued if it is at the head of the queue; {@code
 *        null} if there is none
 */
public record Demand(List<Route> routes, String anchor, Reach reach, String putAside) {

    /**
     * Copies the routes.
     */
    public Demand {
        routes = List.copyOf(routes);
    }

    /**
     * How far a call reaches into the queue.
     *
     * @param head number of tasks at the head of the queue that are examined even if they were examined before: a peer
     *        may have requeued a task there
     * @param passedOver maximum number of tasks that are passed over
     */
    public record Reach(int head, int passedOver) {

        /** Maximum number of tasks that one call passes over to find tasks it can take. */
        public static final int LOOK_AHEAD = 1_000;

        /** Number of tasks that a worker may scan per second after its saved budget is used up. */
        public static final int PASSED_OVER_PER_SECOND = 10_000;

        /** Takes tasks from the head of the queue, and from behind up to {@link #LOOK_AHEAD} other tasks. */
        public static Reach far(int head) {
            return new Reach(head, LOOK_AHEAD);
        }

        /** Takes tasks only from the head of the queue. */
        public static Reach headOnly(int head) {
            return new Reach(head, head);
        }
    }

    /** Whether a route has a rule. */
    public boolean hasRules() {
        return routes.stream().anyMatch(route -> route.rule() != null);
    }

    /** The property of a task that a route matches. */
    public enum Kind {
        /** The type of a task. */
        TYPE,
        /** The group of a task that belongs to one. */
        GROUP
    }

    /**
     * Tasks handled by the lanes of one channel.
     *
     * @param kind the property that is matched
     * @param prefix the prefix of types or of group names; empty for all
     * @param max maximum number of tasks wanted now; {@link #NO_LANES} if the channel has no lanes
     * @param mark the last task, counted from the head of the queue, up to which an earlier call found none for this
     *        route; {@code null} if unknown
     * @param versions the versions of the tasks, {@code null} for all
     * @param rule decides which tasks of the route may start; the other tasks are postponed. {@code null} if all may
     */
    public record Route(Kind kind, String prefix, int max, String mark, VersionRange versions, AdmissionRule rule) {

        /** The route has no lanes; other workers run its tasks. */
        public static final int NO_LANES = -1;

        /**
         * Checks the route.
         */
        public Route {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(prefix, "prefix");
        }

        /** Tasks of all versions, without a rule. */
        public Route(Kind kind, String prefix, int max, String mark) {
            this(kind, prefix, max, mark, null, null);
        }
    }
}
