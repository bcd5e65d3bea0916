package io.github.asynqee.internal.metrics;

import java.util.Arrays;

/**
 * The values of a {@link Histogram} at one moment.
 *
 * @param bounds upper bounds of the buckets, ascending, in the unit of the metric; the last bucket has no bound
 * @param counts values per bucket, one more than there are bounds
 * @param sum the sum of all values
 */
public record Distribution(double[] bounds, long[] counts, double sum) {

    /** @return the number of values */
    public long count() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Estimates a quantile by linear interpolation within its bucket.
     *
     * @param quantile from 0 to 1
     * @return the estimate; the last bound if the value is above it, 0 without values
     */
    public double quantile(double quantile) {
        double rank = quantile * count();
        long below = 0;
        for (int i = 0; i < bounds.length; i++) {
            if (counts[i] > 0 && below + counts[i] >= rank) {
                double lower = i == 0 ? 0 : bounds[i - 1];
                return lower + (bounds[i] - lower) * (rank - below) / counts[i];
            }
            below += counts[i];
        }
        return below == count() ? 0 : bounds[bounds.length - 1];
    }
}
