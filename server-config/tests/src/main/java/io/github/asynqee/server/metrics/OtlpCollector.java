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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;

/** Receives metrics by OTLP over HTTP and keeps the latest value of each. */
final class OtlpCollector implements AutoCloseable {

    private final HttpServer http;
    private final Map<String, Metric> latest = new ConcurrentHashMap<>();

    private OtlpCollector(HttpServer http) {
        this.http = http;
    }

    static OtlpCollector start() {
        try {
            OtlpCollector collector = new OtlpCollector(
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            collector.http.createContext("/v1/metrics", collector::receive);
            collector.http.start();
            return collector;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI endpoint() {
        return URI.create("http://localhost:" + http.getAddress().getPort());
    }

    private void receive(HttpExchange exchange) throws IOException {
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (exchange;
                InputStream body = zipped ? new GZIPInputStream(exchange.getRequestBody())
                        : exchange.getRequestBody()) {
            ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .filter(scope -> scope.getScope().getName().equals("io.github.asynqee"))
                    .flatMap(scope -> scope.getMetricsList().stream())
                    .forEach(metric -> latest.put(metric.getName(), metric));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
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
