package io.github.asynqee.messaging.internal.metrics;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;

import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.MetricSource;
import io.github.asynqee.internal.metrics.NodeMetrics;

/** Registers an MBean for each object that has metrics, and unregisters it when the object ends. */
final class MetricBeans implements NodeMetrics.Exporter {

    /** The domain of all MBeans. */
    public static final String DOMAIN = "io.github.asynqee";

    private static final Logger LOG = System.getLogger(MetricBeans.class.getName());

    private final MBeanServer server;
    private final Map<Label, String> common;

    /**
     * Creates the exporter.
     *
     * @param server where the MBeans are registered
     * @param common the values of {@link Label#common()}
     */
    MetricBeans(MBeanServer server, Map<Label, String> common) {
        this.server = server;
        this.common = common;
    }

    /**
     * Returns a unique name for an application's MBeans, because two applications of a server may have the same name.
     *
     * @param server where the MBeans are registered
     * @param application the name
     * @return the name, or the name followed by a number if it is in use
     */
    static String uniqueApplication(MBeanServer server, String application) {
        String name = application;
        try {
            for (int i = 2; !server.queryNames(
                    new ObjectName(DOMAIN + ":" + property(Label.APPLICATION, name) + ",*"), null).isEmpty(); i++) {
                name = application + "-" + i;
            }
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(e);
        }
        return name;
    }

    @Override
    public void added(MetricSource source) {
        try {
            server.registerMBean(new MetricBean(source), name(source));
        } catch (JMException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, () -> "the MBean of " + source.bean() + " " + source.labels()
                    + " is not registered: " + e.getMessage(), e);
        }
    }

    @Override
    public void removed(MetricSource source) {
        try {
            server.unregisterMBean(name(source));
        } catch (InstanceNotFoundException e) {
            LOG.log(Level.DEBUG, "an MBean was unregistered before", e);
        } catch (JMException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, "an MBean cannot be unregistered", e);
        }
    }

    private ObjectName name(MetricSource source) throws MalformedObjectNameException {
        StringBuilder name = new StringBuilder(DOMAIN).append(":type=").append(source.bean().typeName());
        common.forEach((label, value) -> name.append(',').append(property(label, value)));
        source.labels().forEach((label, value) -> name.append(',').append(property(label, value)));
        return new ObjectName(name.toString());
    }

    private static String property(Label label, String value) {
        return label.key() + "=" + ObjectName.quote(value);
    }
}
