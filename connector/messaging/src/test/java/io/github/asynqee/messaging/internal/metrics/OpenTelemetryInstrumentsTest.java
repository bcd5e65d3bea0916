package io.github.asynqee.messaging.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.metrics.OutboxMetrics;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metrics collected by the OpenTelemetry SDK. */
class OpenTelemetryInstrumentsTest {

    private final Reader reader = new Reader();
    private final SdkMeterProvider sdk = SdkMeterProvider.builder().registerMetricReader(reader).build();
    private final OpenTelemetryInstruments instruments = new OpenTelemetryInstruments(sdk.get("test"));
    private final NodeMetrics metrics = new NodeMetrics();
    private final ChannelMetrics channel = new ChannelMetrics("mails", () -> 3, () -> 7, () -> 2);
    private final WorkerMetrics worker = new WorkerMetrics(() -> 11, () -> 5, List.of(channel), null);
    private NodeMetrics.Exporter exporter;

    private static final class Reader implements MetricReader {

        private CollectionRegistration registration;

        @Override
        public void register(CollectionRegistration registered) {
            registration = registered;
        }

        @Override
        public CompletableResultCode forceFlush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return AggregationTemporality.CUMULATIVE;
        }
    }

    @BeforeEach
    void export() {
        exporter = instruments.exporter(common("redis://here"));
        metrics.add(exporter);
        metrics.add(worker);
    }

    @AfterEach
    void close() {
        sdk.close();
    }

    private static Map<Label, String> common(String redis) {
        Map<Label, String> common = new EnumMap<>(Label.class);
        common.put(Label.APPLICATION, "shop");
        common.put(Label.REDIS, redis);
        return common;
    }

    private Map<String, MetricData> collect() {
        return reader.registration.collectAllMetrics().stream()
                .collect(Collectors.toMap(MetricData::getName, metric -> metric));
    }

    private static String attribute(PointData point, String name) {
        return point.getAttributes().get(AttributeKey.stringKey(name));
    }

    private static Map<String, Long> byAttribute(MetricData metric, String name) {
        return metric.getLongSumData().getPoints().stream()
                .collect(Collectors.toMap(point -> attribute(point, name), LongPointData::getValue));
    }

    @Test
    void each_metric_has_an_instrument_with_its_unit() {
        ChannelMetrics.OfType type = channel.consumed("low", "email");
        type.processed(Duration.ofMillis(40));
        type.waited(1_000);
        worker.fetched(1);
        worker.written(1);
        metrics.roundTrip(1_000);
        metrics.enqueued("low", EnqueueKind.STORED);
        metrics.add(new InboxMetrics("mails"));
        metrics.add(new OutboxMetrics("java:comp/DefaultDataSource", () -> 1, () -> 2, () -> 3));

        Collection<MetricData> collected = collect().values();

        assertThat(collected).extracting(metric -> metric.getName() + " " + metric.getUnit())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(NodeMetric.values())
                        .map(metric -> metric.instrument() + " " + metric.unit()).toList());
        assertThat(collected).flatMap(metric -> metric.getData().getPoints()).allSatisfy(point -> {
            assertThat(attribute(point, "messaging.system")).isEqualTo("asynq");
            assertThat(attribute(point, "asynq.application")).isEqualTo("shop");
            assertThat(attribute(point, "asynq.redis")).isEqualTo("redis://here");
        });
    }

    @Test
    void counters_and_gauges_have_the_values_of_the_moment() {
        ChannelMetrics.OfType type = channel.consumed("low", "email");
        type.ended(OutcomeKind.DONE);
        assertThat(byAttribute(collect().get("asynq.task.outcomes"), "asynq.task.outcome")).containsEntry("done", 1L)
                .containsEntry("retry", 0L);
        type.ended(OutcomeKind.DONE);

        Map<String, MetricData> collected = collect();

        assertThat(byAttribute(collected.get("asynq.task.outcomes"), "asynq.task.outcome")).containsEntry("done", 2L);
        assertThat(collected.get("asynq.channel.lanes.busy").getLongGaugeData().getPoints()).singleElement()
                .satisfies(point -> {
                    assertThat(point.getValue()).isEqualTo(3);
                    assertThat(attribute(point, "asynq.channel")).isEqualTo("mails");
                });
    }

    @Test
    void histograms_have_the_declared_buckets_and_the_conventional_attributes() {
        channel.consumed("low", "email").processed(Duration.ofMillis(40));

        HistogramPointData point = collect().get("messaging.process.duration").getHistogramData().getPoints().iterator()
                .next();

        assertThat(point.getCount()).isEqualTo(1);
        assertThat(point.getSum()).isEqualTo(0.04);
        assertThat(point.getBoundaries()).containsExactly(
                Arrays.stream(NodeMetric.PROCESS_DURATION.bounds()).boxed().toArray(Double[]::new));
        assertThat(attribute(point, "messaging.destination.name")).isEqualTo("low");
        assertThat(attribute(point, "messaging.operation.name")).isEqualTo("process");
        assertThat(attribute(point, "asynq.task.type")).isEqualTo("email");
    }

    @Test
    void two_redis_of_one_application_have_series_of_their_own() {
        NodeMetrics other = new NodeMetrics();
        other.add(instruments.exporter(common("redis://there")));
        metrics.enqueued("low", EnqueueKind.STORED);
        other.enqueued("low", EnqueueKind.STORED);
        other.enqueued("low", EnqueueKind.STORED);

        assertThat(collect().get("messaging.client.sent.messages").getLongSumData().getPoints())
                .filteredOn(point -> point.getValue() > 0)
                .extracting(point -> attribute(point, "asynq.redis") + " " + point.getValue())
                .containsExactlyInAnyOrder("redis://here 1", "redis://there 2");
    }

    @Test
    void nothing_is_recorded_after_the_end() {
        ChannelMetrics.OfType type = channel.consumed("low", "email");
        metrics.remove(exporter);
        instruments.close();
        type.processed(Duration.ofMillis(40));
        type.ended(OutcomeKind.DONE);

        assertThat(collect()).isEmpty();
    }
}
