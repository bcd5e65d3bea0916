package io.github.asynqee.internal.group;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;

/** Handles groups. */
public interface GroupConsumer {

    /** @return when its groups are due */
    GroupLimits limits();

    /** @return how many sets it can begin with at once; zero or less if none */
    int capacity();

    /**
     * Takes a staged set, and is from now on the one to keep it staged and to say what becomes of it.
     *
     * @param set the set, with at least one member that can be used
     */
    void accept(AggregationSet set);
}
