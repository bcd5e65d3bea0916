package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Go asynq's operations on groups (protocol section 5.4). Keys of staged sets are {@link Raw}. */
final class GoGroups {

    private static final long TIMEOUT = 120;

    private final Space space;
    private final ModelClock clock;

    GoGroups(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    Set<String> list(String queue) {
        return space.smembers(Names.of(queue).groups());
    }

    /** Stages a set under a given key if it is time; tells whether it was. */
    boolean stage(String queue, String group, String setKey, int maxSize, long maxDelay, long gracePeriod) {
        Names names = Names.of(queue);
        String key = names.group(Raw.of(group));
        List<String> members = space.zrange(key);
        int size = members.size();
        if (size == 0) {
            return false;
        }
        long now = clock.seconds();
        int count;
        boolean emptied;
        if (maxSize != 0 && size >= maxSize) {
            count = maxSize;
            emptied = size == maxSize;
        } else if (maxDelay != 0 && space.zscore(key, members.get(0)) <= now - maxDelay
                || space.zscore(key, members.get(size - 1)) <= now - gracePeriod) {
            count = maxSize == 0 ? size : Math.min(size, maxSize);
            emptied = size <= maxSize || maxSize == 0;
        } else {
            return false;
        }
        for (String id : members.subList(0, count)) {
            space.zadd(setKey, space.zscore(key, id), id);
            space.zrem(key, id);
        }
        space.zadd(names.aggregationSets(), now + TIMEOUT, setKey);
        if (emptied) {
            space.srem(names.groups(), Raw.of(group));
        }
        return true;
    }

    /** The messages of a staged set, {@code null} where a hash is missing. */
    List<String> read(String queue, String setKey) {
        Names names = Names.of(queue);
        List<String> messages = new ArrayList<>();
        space.zrange(setKey).forEach(id -> messages.add(space.hget(names.task(id), "msg")));
        return messages;
    }

    /** Until when a staged set must have been dealt with, {@code null} if it is not staged. */
    Double deadline(String queue, String setKey) {
        return space.zscore(Names.of(queue).aggregationSets(), setKey);
    }

    void delete(String queue, String setKey) {
        Names names = Names.of(queue);
        space.zrange(setKey).forEach(id -> space.del(names.task(id)));
        space.del(setKey);
        space.zrem(names.aggregationSets(), setKey);
    }

    /** Puts overdue sets back; returns their keys. */
    List<String> reclaim(String queue) {
        String sets = Names.of(queue).aggregationSets();
        List<String> overdue = space.zrangeUpTo(sets, clock.seconds());
        for (String setKey : overdue) {
            String group = setKey.substring(0, setKey.lastIndexOf(':'));
            space.zrange(setKey).forEach(id -> space.zadd(group, space.zscore(setKey, id), id));
            space.del(setKey);
            space.zrem(sets, setKey);
        }
        return overdue;
    }
}
