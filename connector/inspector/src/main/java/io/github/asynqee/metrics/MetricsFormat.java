package io.github.asynqee.metrics;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.metrics.MetricFamily.Sample;

/** Text formats of Prometheus. The output equals the output of Prometheus' Go library byte for byte. */
public enum MetricsFormat {
    /** Prometheus' text format 0.0.4. */
    TEXT("text/plain; version=0.0.4; charset=utf-8"),
    /**
     * OpenMetrics 1.0.0. It omits {@code _total} in the family name of a counter; sample names are the same in both
     * formats.
     */
    OPENMETRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private static final String COUNTER_SUFFIX = "_total";

    private final String contentType;

    MetricsFormat(String contentType) {
        this.contentType = contentType;
    }

    /** @return the value of the HTTP header {@code Content-Type}; the encoding is UTF-8 */
    public String contentType() {
        return contentType;
    }

    /**
     * Chooses the format for an HTTP request: OpenMetrics if the client accepts it and does not prefer plain text.
     *
     * @param accept the values of the header {@code Accept}; may be empty
     * @return the format
     */
    public static MetricsFormat accepted(Collection<String> accept) {
        double openMetrics = AcceptHeader.quality(accept, "application/openmetrics-text", "1.0.0");
        return openMetrics > 0 && openMetrics >= AcceptHeader.quality(accept, "text/plain", "0.0.4") ? OPENMETRICS
                : TEXT;
    }

    /**
     * Writes metrics.
     *
     * @param families the metrics, as {@link QueueMetrics#collect()} returns them
     * @param out where to write them
     * @throws IOException if {@code out} throws it
     */
    public void write(List<MetricFamily> families, Appendable out) throws IOException {
        for (MetricFamily family : families) {
            write(family, out);
        }
        if (this == OPENMETRICS) {
            out.append("# EOF\n");
        }
    }

    private void write(MetricFamily family, Appendable out) throws IOException {
        QueueMetric metric = family.metric();
        String name = metric.metricName();
        if (this == OPENMETRICS && metric.type() == QueueMetric.Type.COUNTER) {
            name = name.substring(0, name.length() - COUNTER_SUFFIX.length());
        }
        out.append("# HELP ").append(name).append(' ').append(escape(metric.help(), this == OPENMETRICS)).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(metric.type().name().toLowerCase(Locale.ROOT))
                .append('\n');
        for (Sample sample : family.samples()) {
            out.append(metric.metricName());
            writeLabels(metric.labels(), sample.labels(), out);
            out.append(' ').append(number(sample.value())).append('\n');
        }
    }

    private static void writeLabels(List<String> names, List<String> values, Appendable out) throws IOException {
        for (int i = 0; i < names.size(); i++) {
            out.append(i == 0 ? '{' : ',').append(names.get(i)).append("=\"").append(escape(values.get(i), true))
                    .append('"');
        }
        out.append(names.isEmpty() ? "" : "}");
    }

    private static String escape(String text, boolean quotes) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
        return quotes ? escaped.replace("\"", "\\\"") : escaped;
    }

    /** Formats a number. */
    String number(double value) {
        String text = Numbers.text(value);
        boolean whole = Double.isFinite(value) && text.indexOf('.') < 0 && text.indexOf('e') < 0;
        return this == OPENMETRICS && whole ? text + ".0" : text;
    }
}
