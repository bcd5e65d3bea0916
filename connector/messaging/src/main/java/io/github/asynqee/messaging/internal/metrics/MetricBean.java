package io.github.asynqee.messaging.internal.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

import io.github.asynqee.internal.metrics.Distribution;
import io.github.asynqee.internal.metrics.MetricSource;
import io.github.asynqee.internal.metrics.NodeMetric;

/**
 * The metrics of one object as an open MBean without operations. A counter or gauge is a {@code Long}; a split counter
 * is a {@code CompositeData} with an item for each value of the label; a histogram is a {@code CompositeData} with
 * {@code count}, {@code sum}, estimated quantiles, and the cumulated counts of the buckets, {@code le_0.005} and so on.
 */
final class MetricBean implements DynamicMBean {

    private static final Map<String, Double> QUANTILES = quantiles();

    private final MetricSource source;
    private final Map<String, NodeMetric> metrics = new LinkedHashMap<>();
    private final MBeanInfo info;

    MetricBean(MetricSource source) {
        this.source = source;
        NodeMetric.of(source.bean()).forEach(metric -> metrics.put(metric.attribute(), metric));
        OpenMBeanAttributeInfo[] attributes = metrics.values().stream()
                .map(metric -> new OpenMBeanAttributeInfoSupport(metric.attribute(),
                        metric.description() + "; unit " + metric.unit(), type(metric), true, false, false))
                .toArray(OpenMBeanAttributeInfo[]::new);
        info = new OpenMBeanInfoSupport(MetricBean.class.getName(), "asynq metrics: " + source.bean().typeName(),
                attributes, null, null, null);
    }

    private static Map<String, Double> quantiles() {
        Map<String, Double> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", 0.5);
        quantiles.put("p95", 0.95);
        quantiles.put("p99", 0.99);
        return quantiles;
    }

    private OpenType<?> type(NodeMetric metric) {
        if (metric.kind() == NodeMetric.Kind.HISTOGRAM) {
            return composite(metric, items(source.histogram(metric).read()));
        }
        if (metric.splitBy() == null) {
            return SimpleType.LONG;
        }
        Map<String, Object> items = new LinkedHashMap<>();
        metric.splits().forEach(name -> items.put(name, 0L));
        return composite(metric, items);
    }

    private static CompositeType composite(NodeMetric metric, Map<String, ?> items) {
        String[] names = items.keySet().toArray(String[]::new);
        OpenType<?>[] types = items.values().stream()
                .map(item -> item instanceof Long ? SimpleType.LONG : SimpleType.DOUBLE).toArray(OpenType[]::new);
        try {
            return new CompositeType(metric.attribute(), metric.description(), names, names, types);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> items(Distribution values) {
        Map<String, Object> items = new LinkedHashMap<>();
        items.put("count", values.count());
        items.put("sum", values.sum());
        QUANTILES.forEach((name, quantile) -> items.put(name, values.quantile(quantile)));
        long cumulated = 0;
        for (int i = 0; i < values.counts().length; i++) {
            cumulated += values.counts()[i];
            items.put("le_" + (i < values.bounds().length ? number(values.bounds()[i]) : "inf"), cumulated);
        }
        return items;
    }

    private static String number(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        NodeMetric metric = metrics.get(name);
        if (metric == null) {
            throw new AttributeNotFoundException(name);
        }
        if (metric.kind() == NodeMetric.Kind.HISTOGRAM) {
            return data(metric, items(source.histogram(metric).read()));
        }
        return metric.splitBy() == null ? source.value(metric) : data(metric, source.split(metric));
    }

    private CompositeData data(NodeMetric metric, Map<String, ?> items) {
        try {
            return new CompositeDataSupport(composite(metric, items), items);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            try {
                list.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException e) {
                // as required by the contract, skip attributes that do not exist
                continue;
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " is read-only");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String operation, Object[] parameters, String[] signature)
            throws MBeanException, ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(operation));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }
}
