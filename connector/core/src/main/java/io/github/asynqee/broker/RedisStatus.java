package io.github.asynqee.broker;

import java.time.Duration;

/**
 * What Redis said when it was asked how it is.
 *
 * @param version its version, like {@code 7.2.4}
 * @param maxmemoryPolicy what it does when memory is full; empty if it may not be asked
 * @param roundTrip how long the answer took
 */
public record RedisStatus(String version, String maxmemoryPolicy, Duration roundTrip) {

    /** @return whether Redis refuses writes when memory is full instead of deleting tasks, or does not say */
    public boolean keepsEverything() {
        return maxmemoryPolicy.isEmpty() || maxmemoryPolicy.equals("noeviction");
    }

    /**
     * Compares the version.
     *
     * @param major the number before the first dot
     * @param minor the number after it
     * @return whether the version is that one or later
     */
    public boolean isAtLeast(int major, int minor) {
        String[] parts = version.split("\\.");
        int foundMajor = Integer.parseInt(parts[0]);
        int foundMinor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
        return foundMajor > major || foundMajor == major && foundMinor >= minor;
    }
}
