package io.github.asynqee.metrics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers like Go: with the fewest digits that identify the number, and an exponent from 1e+06. */
final class Numbers {

    private static final int MAX_DIGITS = 17;
    private static final int FIRST_WITH_EXPONENT = 1_000_000;
    private static final int MIN_PLAIN_EXPONENT = -4;
    private static final int MAX_PLAIN_EXPONENT = 5;

    private Numbers() {}

    static String text(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == (long) value && Math.abs(value) < FIRST_WITH_EXPONENT) {
            return Long.toString((long) value);
        }
        BigDecimal shortest = shortest(value).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        return exponent < MIN_PLAIN_EXPONENT || exponent > MAX_PLAIN_EXPONENT ? scientific(shortest, exponent)
                : shortest.toPlainString();
    }

    /** Returns the closest of the shortest decimals that identify the number. */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) {
                return rounded;
            }
        }
        return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN));
    }

    private static String scientific(BigDecimal value, int exponent) {
        String digits = value.unscaledValue().abs().toString();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        String sign = value.signum() < 0 ? "-" : "";
        return sign + digits.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
