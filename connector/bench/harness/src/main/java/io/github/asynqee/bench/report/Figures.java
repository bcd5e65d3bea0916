package io.github.asynqee.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;

/** Numbers as people read them, and what stands for several of them. */
public final class Figures {

    private static final MathContext DIGITS = new MathContext(3);

    private Figures() {}

    /**
     * Formats a number.
     *
     * @param value the number
     * @return three significant digits, thousands separated by commas
     */
    public static String text(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS);
        int decimals = Math.max(0, rounded.scale());
        DecimalFormat format = new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMinimumFractionDigits(decimals);
        format.setMaximumFractionDigits(decimals);
        return format.format(rounded);
    }

    /**
     * Formats several measurements of the same.
     *
     * @param values at least one
     * @return the median, and what it lies between if there is more than one
     */
    static String range(List<Double> values) {
        String median = text(median(values));
        if (values.size() == 1) {
            return median;
        }
        List<Double> sorted = values.stream().sorted().toList();
        return median + " (" + text(sorted.get(0)) + "–" + text(sorted.get(sorted.size() - 1)) + ")";
    }

    /**
     * The median.
     *
     * @param values at least one
     * @return the one in the middle, or the mean of the two there
     */
    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int upper = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(upper) : (sorted.get(upper - 1) + sorted.get(upper)) / 2;
    }
}
