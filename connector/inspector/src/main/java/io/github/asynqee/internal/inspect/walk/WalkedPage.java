package io.github.asynqee.internal.inspect.walk;

import java.util.List;
import java.util.Set;

/**
 * The next tasks of a collection.
 *
 * @param tasks the tasks
 * @param isLast whether there are no more
 * @param distance the distance of the first one from the right end of the list, 0 in a zset
 * @param positions where the walk continues
 */
record WalkedPage(List<WalkedTask> tasks, boolean isLast, long distance, Positions positions) {

    /** Where a walk continues after a part of a page. */
    interface Positions {

        /**
         * The position.
         *
         * @param visited how many tasks were visited
         * @param gone those of them that are no longer in the collection
         */
        List<String> after(int visited, Set<WalkedTask> gone);
    }
}
