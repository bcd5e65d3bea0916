package io.github.asynqee.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "1234567 | 1,230,000", "71234.5 | 71,200", "999.6 | 1,000", "100 | 100", "12.345 | 12.3",
            "0.000123456 | 0.000123",
            "0 | 0", "-4.5678 | -4.57" })
    void numbers_have_three_significant_digits(double value, String text) {
        assertThat(Figures.text(value)).isEqualTo(text);
    }

    @Test
    void the_median_is_in_the_middle() {
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2.0);
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3.0);
        assertThat(Figures.range(List.of(9.0, 1.0, 2.0))).isEqualTo("2.0 (1.0–9.0)");
        assertThat(Figures.range(List.of(5.0))).isEqualTo("5.0");
    }
}
