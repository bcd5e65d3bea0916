package io.github.asynqee.internal.broker;

import java.util.List;
import java.util.Objects;

/**
 * Which tasks of a queue a worker can run now.
 *
 * @param routes for which tasks it has lanes; of one kind the longest prefix first, because the first that fits gets a task
 * @param head how many tasks at the head of the queue are looked at though they may have been seen before: a peer may have
 *        requeued one there
 * @param putAside the ID of a task that is taken though no lane handles it, if it stands at the head of the queue;
 *        {@code null} if there is none
 */
public record Demand(List<Route> routes, int head, String putAside) {

    /** How many tasks one call looks at, at most. */
    public static final int LOOK_AHEAD = 1_000;

    /**
     * Copies the routes.
     */
    public Demand {
        routes = List.copyOf(routes);
    }

    /** What a route goes by. */
    public enum Kind {
        /** The type of a task. */
        TYPE,
        /** The group of a task that belongs to one. */
        GROUP
    }

    /**
     * The tasks that some lanes handle.
     *
     * @param kind what it goes by
     * @param prefix what types or names of groups begin with; empty for all
     * @param max how many tasks are wanted now; {@link #NO_LANES} if there are none that could ever run one
     * @param mark up to which task, from the head of the queue, there is none for this route, as an earlier
     *        call has seen; {@code null} if that is not known
     */
    public record Route(Kind kind, String prefix, int max, String mark) {

        /** That a route has no lanes: its tasks are left to other workers. */
        public static final int NO_LANES = -1;

        /**
         * Checks the route.
         */
        public Route {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(prefix, "prefix");
        }
    }
}
