package io.github.asynqee.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a registry of Prometheus' library. */
class QueueCollectorTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private EmbeddedRedis redis;
    private Inspector inspector;

    @BeforeEach
    void register() {
        redis = EmbeddedRedis.start();
        inspector = Inspectors.connect(redis.url());
        registry.register(new QueueCollector(inspector));
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("a", "{}").queue("mail"));
        }
    }

    @AfterEach
    void stop() {
        inspector.close();
        redis.close();
    }

    private static List<String> text(MetricSnapshots snapshots, String accept) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExpositionFormats.init().findWriter(accept).write(out, snapshots);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void names_types_and_help_texts_are_kept() throws IOException {
        StringBuilder ours = new StringBuilder();
        MetricsFormat.TEXT.write(new QueueMetrics(inspector).collect(), ours);

        List<String> text = text(registry.scrape(), "text/plain");
        assertThat(text.stream().filter(line -> line.startsWith("#")))
                .containsExactlyElementsOf(ours.toString().lines().filter(line -> line.startsWith("#")).toList());
        assertThat(text).contains("asynq_tasks_enqueued_total{queue=\"mail\",state=\"pending\"} 1.0",
                "asynq_queue_paused_total{queue=\"mail\"} 0.0", "asynq_tasks_processed_total{queue=\"mail\"} 0.0");
        assertThat(text(registry.scrape(), "application/openmetrics-text")).contains(
                "# TYPE asynq_tasks_enqueued_total gauge", "# TYPE asynq_tasks_processed counter", "# EOF");
    }

    @Test
    void one_metric_can_be_selected() {
        for (QueueMetric metric : Set.of(QueueMetric.TASKS, QueueMetric.PROCESSED, QueueMetric.SERVERS)) {
            assertThat(registry.scrape(metric.metricName()::equals)).as(metric.metricName()).hasSize(1);
            assertThat(registry.scrape("another"::equals)).isEmpty();
        }
    }

    @Test
    void the_registry_refuses_other_metrics_of_the_same_names() {
        assertThatThrownBy(() -> registry.register(new QueueCollector(inspector)));
        for (QueueMetric metric : QueueMetric.values()) {
            assertThatThrownBy(() -> registry.register(histogram(metric.metricName()))).as(metric.metricName());
        }
        registry.register(histogram("another"));
    }

    @SuppressWarnings("deprecation")
    private static Collector histogram(String name) {
        return new Collector() {
            @Override
            public MetricSnapshot collect() {
                return HistogramSnapshot.builder().name(name).build();
            }

            @Override
            public String getPrometheusName() {
                return name;
            }

            @Override
            public MetricType getMetricType() {
                return MetricType.HISTOGRAM;
            }

            @Override
            public MetricMetadata getMetadata() {
                return new MetricMetadata(name);
            }
        };
    }

    @Test
    void a_scrape_without_redis_leaves_the_other_metrics_of_the_application() {
        redis.close();

        assertThat(registry.scrape().stream().map(snapshot -> snapshot.getMetadata().getPrometheusName()))
                .contains("asynq_redis_up").doesNotContain("asynq_queue_size");
    }
}
