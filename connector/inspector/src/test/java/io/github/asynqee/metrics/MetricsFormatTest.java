package io.github.asynqee.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.metrics.MetricFamily.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsFormatTest {

    private static String write(MetricsFormat format, MetricFamily... families) throws IOException {
        StringBuilder out = new StringBuilder();
        format.write(List.of(families), out);
        return out.toString();
    }

    @Test
    void numbers_are_written_as_by_go() throws IOException {
        List<String> lines;
        try (InputStream recorded = getClass().getResourceAsStream("/metrics/numbers.csv")) {
            lines = new String(recorded.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
        }
        assertThat(lines).hasSizeGreaterThan(300).allSatisfy(line -> {
            String[] cells = line.split(",");
            double number = Double.longBitsToDouble(Long.parseUnsignedLong(cells[0], 16));
            assertThat(MetricsFormat.TEXT.number(number)).isEqualTo(cells[1]);
            assertThat(MetricsFormat.OPENMETRICS.number(number)).isEqualTo(cells[2]);
        });
    }

    @Test
    void text_of_a_gauge_and_a_counter() throws IOException {
        assertThat(write(MetricsFormat.TEXT,
                new MetricFamily(QueueMetric.PAUSED, List.of(new Sample(List.of("a\"b\\c\nd"), 1))),
                new MetricFamily(QueueMetric.SCRAPE_ERRORS, List.of(new Sample(List.of(), 2))))).isEqualTo("""
                        # HELP asynq_queue_paused_total Number of queues paused
                        # TYPE asynq_queue_paused_total gauge
                        asynq_queue_paused_total{queue="a\\"b\\\\c\\nd"} 1
                        # HELP asynq_scrape_errors_total Failed reads of a queue, of the servers or of the list of queues.
                        # TYPE asynq_scrape_errors_total counter
                        asynq_scrape_errors_total 2
                        """);
    }

    @Test
    void openmetrics_names_the_family_of_a_counter_without_its_suffix_and_ends_with_a_mark() throws IOException {
        assertThat(write(MetricsFormat.OPENMETRICS,
                new MetricFamily(QueueMetric.FAILED, List.of(new Sample(List.of("default"), 3))))).isEqualTo("""
                        # HELP asynq_tasks_failed Number of tasks failed; broken down by queue
                        # TYPE asynq_tasks_failed counter
                        asynq_tasks_failed_total{queue="default"} 3.0
                        # EOF
                        """);
    }

    /** OpenMetrics forbids families whose samples could belong to another family. */
    @Test
    void no_gauge_has_the_name_of_a_counters_sample() {
        List<String> samples = Arrays.stream(QueueMetric.values()).map(QueueMetric::metricName).toList();
        assertThat(samples).doesNotHaveDuplicates();
        assertThat(Arrays.stream(QueueMetric.values()).filter(metric -> metric.type() == QueueMetric.Type.COUNTER)
                .map(metric -> metric.metricName().replaceAll("_total$", ""))).isNotEmpty()
                .allSatisfy(family -> assertThat(samples).doesNotContain(family, family + "_created"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "''                                                                                                   | TEXT",
            "*/*                                                                                                  | TEXT",
            "text/html,application/xhtml+xml,*/*;q=0.8                                                            | TEXT",
            "application/openmetrics-text                                                                         | OPENMETRICS",
            "application/openmetrics-text; version=\"1.0.0\"; charset=utf-8                                       | OPENMETRICS",
            "application/openmetrics-text;version=1.0.0;q=0                                                       | TEXT",
            "application/openmetrics-text;version=1.0.0;q=wrong                                                   | TEXT",
            "application/openmetrics-text;version=0.0.1,text/plain;q=0.5                                          | TEXT",
            "application/openmetrics-text;q=0.1,text/plain;version=0.0.4;q=0.5                                    | TEXT",
            "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1                                               | OPENMETRICS" })
    void the_client_chooses_the_format(String accept, MetricsFormat format) {
        assertThat(MetricsFormat.accepted(List.of(accept))).isEqualTo(format);
    }
}
