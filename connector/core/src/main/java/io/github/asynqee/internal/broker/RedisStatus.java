package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Status of Redis.
 *
 * @param version the version, such as {@code 7.2.4}; empty if {@code INFO} is not permitted
 * @param maxmemoryPolicy the eviction policy; empty if {@code INFO} is not permitted
 * @param roundTrip the duration of the round trip
 */
public record RedisStatus(String version, String maxmemoryPolicy, Duration roundTrip) {

    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?(?!\\d).*");

    /**
     * @return whether Redis rejects writes when memory is full instead of evicting keys; true if the policy is unknown
     */
    public boolean keepsEverything() {
        return maxmemoryPolicy.isEmpty() || maxmemoryPolicy.equals("noeviction");
    }

    /**
     * Compares the version. A version that is unknown or does not begin with numbers counts as new enough.
     *
     * @param major the number before the first dot
     * @param minor the number after the first dot
     * @return whether the version is at least this version, or unknown
     */
    public boolean isAtLeast(int major, int minor) {
        Matcher found = VERSION.matcher(version);
        if (!found.matches()) {
            return true;
        }
        int foundMajor = Integer.parseInt(found.group(1));
        int foundMinor = found.group(2) == null ? 0 : Integer.parseInt(found.group(2));
        return foundMajor > major || foundMajor == major && foundMinor >= minor;
    }
}
