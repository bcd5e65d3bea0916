package io.github.asynqee.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class NodeMetricTest {

    private static final Path PAGE = Path.of("../../docs/monitoring.md");

    @Test
    void names_of_attributes_and_instruments_are_unique() {
        assertThat(Arrays.stream(NodeMetric.values()).map(NodeMetric::instrument)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(NodeMetric.values()).map(metric -> metric.bean() + metric.attribute()))
                .doesNotHaveDuplicates();
    }

    @Test
    void histograms_have_ascending_bounds_and_others_none() {
        assertThat(NodeMetric.values()).allSatisfy(metric -> {
            assertThat(metric.bounds()).isSorted().doesNotHaveDuplicates();
            assertThat(metric.bounds().length > 0).isEqualTo(metric.kind() == NodeMetric.Kind.HISTOGRAM);
            assertThat(metric.splits().isEmpty()).isEqualTo(metric.splitBy() == null);
        });
    }

    @Test
    void the_page_has_the_table_of_all_metrics() throws IOException {
        assertThat(Files.readString(PAGE)).as("The page must contain:\n" + table()).contains(table());
    }

    private static String table() {
        return "| MBean | attribute | OpenTelemetry instrument | kind | unit | labels | meaning |\n"
                + "|---|---|---|---|---|---|---|\n"
                + Stream.of(NodeMetric.values()).map(NodeMetricTest::row).collect(Collectors.joining());
    }

    private static String row(NodeMetric metric) {
        String labels = metric.labels().stream().map(label -> "`" + label.attribute() + "`")
                .collect(Collectors.joining(", "));
        return "| `" + metric.bean().typeName() + "` | `" + metric.attribute() + "` | `" + metric.instrument() + "` | "
                + metric.kind().name().toLowerCase(Locale.ROOT) + " | `" + metric.unit() + "` | " + labels + " | "
                + metric.description() + " |\n";
    }
}
