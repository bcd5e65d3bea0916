package io.github.asynqee.server.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;

/** Receives OTLP over HTTP. It keeps the latest value of each metric and all spans of traces. */
final class OtlpCollector implements AutoCloseable {

    private static final String SCOPE = "io.github.asynqee";

    private final HttpServer http;
    private final Map<String, Metric> latest = new ConcurrentHashMap<>();
    private final List<Span> spans = new CopyOnWriteArrayList<>();

    /** Reads the body of a request. */
    private interface Reader {
        void read(InputStream body) throws IOException;
    }

    private OtlpCollector(HttpServer http) {
        this.http = http;
    }

    static OtlpCollector start() {
        try {
            OtlpCollector collector = new OtlpCollector(
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            collector.http.createContext("/v1/metrics",
                    exchange -> receive(exchange, collector::metrics));
            collector.http.createContext("/v1/traces", exchange -> receive(exchange, collector::traces));
            collector.http.start();
            return collector;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI endpoint() {
        return URI.create("http://localhost:" + http.getAddress().getPort());
    }

    private static void receive(HttpExchange exchange, Reader reader) throws IOException {
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (exchange;
                InputStream body = zipped ? new GZIPInputStream(exchange.getRequestBody())
                        : exchange.getRequestBody()) {
            reader.read(body);
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void metrics(InputStream body) throws IOException {
        ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
                .flatMap(resource -> resource.getScopeMetricsList().stream())
                .filter(scope -> scope.getScope().getName().equals(SCOPE))
                .flatMap(scope -> scope.getMetricsList().stream())
                .forEach(metric -> latest.put(metric.getName(), metric));
    }

    private void traces(InputStream body) throws IOException {
        ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .filter(scope -> scope.getScope().getName().equals(SCOPE))
                .forEach(scope -> spans.addAll(scope.getSpansList()));
    }

    /** All spans of the connector with this name and these attributes, in the order of their ends. */
    List<Span> spans(String name, Map<String, String> attributes) {
        return spans.stream().filter(span -> span.getName().equals(name) && has(span.getAttributesList(), attributes))
                .toList();
    }

    /** The names of all instruments of the connector. */
    List<String> names() {
        return List.copyOf(latest.keySet());
    }

    String unit(String metric) {
        return latest.get(metric).getUnit();
    }

    /** The value of a counter or gauge, the number of values of a histogram; of the series with these attributes. */
    long value(String metric, Map<String, String> attributes) {
        Metric found = latest.getOrDefault(metric, Metric.getDefaultInstance());
        return Stream.of(
                Stream.concat(found.getSum().getDataPointsList().stream(),
                        found.getGauge().getDataPointsList().stream())
                        .filter(point -> has(point.getAttributesList(), attributes)).map(point -> point.getAsInt()),
                found.getHistogram().getDataPointsList().stream()
                        .filter(point -> has(point.getAttributesList(), attributes)).map(point -> point.getCount()))
                .flatMap(values -> values).mapToLong(Long::longValue).sum();
    }

    private static boolean has(List<KeyValue> attributes, Map<String, String> wanted) {
        return attributes.stream()
                .collect(Collectors.toMap(KeyValue::getKey, attribute -> attribute.getValue().getStringValue()))
                .entrySet().containsAll(wanted.entrySet());
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
