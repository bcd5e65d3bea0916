package io.github.asynqee.internal.inspect.walk;

import java.util.List;
import java.util.Set;

/**
 * The next tasks of a collection.
 *
 * @param tasks the tasks
 * @param isLast whether this is the last page
 * @param distance the distance of the first task from the right end of the list, 0 in a zset
 * @param positions supplies the position to continue from
 */
record WalkedPage(List<WalkedTask> tasks, boolean isLast, long distance, Positions positions) {

    /** Supplies the position after a part of a page. */
    interface Positions {

        /**
         * Returns the position.
         *
         * @param visited number of visited tasks
         * @param gone visited tasks that are no longer in the collection
         */
        List<String> after(int visited, Set<WalkedTask> gone);
    }
}
