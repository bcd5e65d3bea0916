package io.github.asynqee.sample.playground.stats;

import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts different IDs. Knows them by 64 bits each, so that a million need no more than some 60 MB. */
final class DistinctIds {

    private static final int LIMIT = 1_000_000;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Set<Long> hashes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    void add(String id) {
        if (count.get() <= LIMIT && hashes.add(hash(id))) {
            count.incrementAndGet();
        }
    }

    /** How many there were, unless they were too many to be counted. */
    OptionalInt count() {
        return count.get() <= LIMIT ? OptionalInt.of(count.get()) : OptionalInt.empty();
    }

    private static long hash(String id) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
