package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Redis said when it was asked how it is.
 *
 * @param version its version, like {@code 7.2.4}; empty if it may not be asked
 * @param maxmemoryPolicy what it does when memory is full; empty if it may not be asked
 * @param roundTrip how long the answer took
 */
public record RedisStatus(String version, String maxmemoryPolicy, Duration roundTrip) {

    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?(?!\\d).*");

    /** @return whether Redis refuses writes when memory is full instead of deleting tasks, or does not say */
    public boolean keepsEverything() {
        return maxmemoryPolicy.isEmpty() || maxmemoryPolicy.equals("noeviction");
    }

    /**
     * Compares the version. One that is not known, or does not begin with numbers, counts as late enough: Redis is not
     * known to be older.
     *
     * @param major the number before the first dot
     * @param minor the number after it
     * @return whether the version is that one or later, or not known
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
