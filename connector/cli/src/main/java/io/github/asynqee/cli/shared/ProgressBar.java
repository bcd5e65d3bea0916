package io.github.asynqee.cli.shared;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/** A progress line with the amount done, the rate and the estimated time left. Redrawn at most five times a second. */
public final class ProgressBar implements AutoCloseable {

    private static final long REDRAW_NANOS = 200_000_000;
    private static final int WIDTH = 30;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String CLEAR = "\r\u001b[K";

    private final @Nullable PrintWriter out;
    private final LongSupplier nanoTime;
    private final long total;
    private final long began;
    private long drawn;
    private boolean isDrawn;

    /**
     * Creates the bar, and starts measuring time.
     *
     * @param out where to draw the bar, {@code null} to draw nothing
     * @param nanoTime the time, as {@link System#nanoTime()}
     * @param total the total amount, 0 if unknown
     */
    public ProgressBar(@Nullable PrintWriter out, LongSupplier nanoTime, long total) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.total = total;
        this.began = nanoTime.getAsLong();
    }

    /**
     * Draws the bar if it is due.
     *
     * @param done the amount done
     * @param text the result so far, for example the number of changed tasks
     */
    public void update(long done, String text) {
        long now = nanoTime.getAsLong();
        if (out == null || isDrawn && now - drawn < REDRAW_NANOS) {
            return;
        }
        isDrawn = true;
        drawn = now;
        double rate = done * NANOS_PER_SECOND / Math.max(now - began, 1);
        StringBuilder line = new StringBuilder(CLEAR);
        if (total > 0) {
            double part = Math.min(1, (double) done / total);
            int filled = (int) (part * WIDTH);
            line.append('[').append("#".repeat(filled)).append("-".repeat(WIDTH - filled))
                    .append(String.format(Locale.ROOT, "] %3d%% %,d/%,d", (int) (part * 100), done, total));
        } else {
            line.append(String.format(Locale.ROOT, "%,d", done));
        }
        line.append(String.format(Locale.ROOT, " examined, %s, %,d/s", text, (long) rate));
        if (total > done && rate > 0) {
            line.append(", ").append(Texts.duration(Duration.ofMillis((long) ((total - done) * 1000 / rate))))
                    .append(" left");
        }
        out.print(line);
        out.flush();
    }

    /** Removes the bar. */
    @Override
    public void close() {
        if (out != null && isDrawn) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
