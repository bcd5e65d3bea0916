package io.github.asynqee.messaging.internal.metrics;

import java.util.Map;

import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.NodeMetrics;

/** The instruments of one application; hides the classes of OpenTelemetry, which may be absent. */
interface Instruments extends AutoCloseable {

    /** Creates an exporter for the metrics of one Redis. */
    NodeMetrics.Exporter exporter(Map<Label, String> common);

    @Override
    void close();
}
