package io.github.asynqee.messaging.internal.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.management.MBeanServer;

import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.NodeMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the metrics of an application: as MBeans, and as OpenTelemetry instruments if the application can load the
 * API and has a bean of type {@code OpenTelemetry}. Thread-safe.
 */
public final class NodeExporters implements AutoCloseable {

    private static final Logger LOG = System.getLogger(NodeExporters.class.getName());

    private final Map<String, NodeMetrics> metrics = new LinkedHashMap<>();
    private final List<Runnable> removals = new ArrayList<>();
    private @Nullable String application;
    private @Nullable Instruments instruments;

    /** Creates exporters that publish nothing yet. */
    public NodeExporters() {}

    /**
     * Adds the metrics of a Redis. They are published after {@link #start}.
     *
     * @param redis its URL, without password
     * @param values its metrics
     */
    public synchronized void add(String redis, NodeMetrics values) {
        metrics.put(redis, values);
        if (application != null) {
            publish(redis, values);
        }
    }

    /**
     * Starts publishing.
     *
     * @param name the name of the application; a number is appended if another application uses it
     */
    public synchronized void start(String name) {
        application = MetricBeans.uniqueApplication(server(), name);
        instruments = findInstruments();
        metrics.forEach(this::publish);
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    private static @Nullable Instruments findInstruments() {
        try {
            Class.forName("io.opentelemetry.api.OpenTelemetry", false, NodeExporters.class.getClassLoader());
            return OpenTelemetryInstruments.find();
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.log(Level.DEBUG, "the application does not see OpenTelemetry", e);
            return null;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "asynq: metrics are not published to OpenTelemetry: " + e.getMessage(), e);
            return null;
        }
    }

    private void publish(String redis, NodeMetrics values) {
        Map<Label, String> common = new EnumMap<>(Label.class);
        common.put(Label.APPLICATION, application);
        common.put(Label.REDIS, redis);
        publish(values, new MetricBeans(server(), common));
        if (instruments != null) {
            publish(values, instruments.exporter(common));
        }
    }

    private void publish(NodeMetrics values, NodeMetrics.Exporter exporter) {
        values.add(exporter);
        removals.add(() -> values.remove(exporter));
    }

    /** Unregisters all MBeans and closes all instruments. */
    @Override
    public synchronized void close() {
        removals.forEach(Runnable::run);
        removals.clear();
        application = null;
        if (instruments != null) {
            instruments.close();
            instruments = null;
        }
    }
}
