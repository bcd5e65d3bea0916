package io.github.asynqee.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;

/** Formats and summarizes numbers. */
public final class Figures {

    private static final MathContext DIGITS = new MathContext(3);

    private Figures() {}

    /** Three significant digits, thousands separated by commas. */
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

    /** The median, with the lowest and the highest value if there are several. */
    static String range(List<Double> values) {
        String median = text(median(values));
        if (values.size() == 1) {
            return median;
        }
        List<Double> sorted = values.stream().sorted().toList();
        return median + " (" + text(sorted.get(0)) + "–" + text(sorted.get(sorted.size() - 1)) + ")";
    }

    /** The value in the middle, or the mean of the two values in the middle. */
    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int upper = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(upper) : (sorted.get(upper - 1) + sorted.get(upper)) / 2;
    }
}
