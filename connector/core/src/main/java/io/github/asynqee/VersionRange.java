package io.github.asynqee;

/**
 * The versions of tasks that a channel handles. A task has its version in the header {@link Task#VERSION_HEADER};
 * without this header, it has version 1.
 *
 * @param first the lowest version, at least 1
 * @param last the highest version, at most {@value #MAX}
 */
public record VersionRange(int first, int last) {

    /** The highest version. */
    public static final int MAX = 999_999_999;

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if a version is out of range, or the first is higher than the last
     */
    public VersionRange {
        if (first < 1 || last > MAX || first > last) {
            throw new IllegalArgumentException(
                    "versions must be from 1 to " + MAX + ", the first not above the last: " + first + ".." + last);
        }
    }

    /**
     * Whether the range contains a version.
     *
     * @param version the version
     * @return true if the range contains it
     */
    public boolean contains(int version) {
        return first <= version && version <= last;
    }

    /**
     * Whether the two ranges have a version in common.
     *
     * @param other the other range
     * @return true if they do
     */
    public boolean overlaps(VersionRange other) {
        return first <= other.last && other.first <= last;
    }

    /** @return the form of the configuration: {@code 2..3} or {@code 3} */
    @Override
    public String toString() {
        return first == last ? String.valueOf(first) : first + ".." + last;
    }
}
