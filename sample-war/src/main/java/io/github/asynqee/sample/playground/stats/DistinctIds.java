package io.github.asynqee.sample.playground.stats;

import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts different IDs. Stores 64 bits of each ID, so that a million IDs need at most about 60 MB. */
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

    /** The number of different IDs; empty if there were too many to count. */
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
