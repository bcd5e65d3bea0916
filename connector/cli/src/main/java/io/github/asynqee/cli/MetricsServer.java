package io.github.asynqee.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.asynqee.metrics.MetricsFormat;
import io.github.asynqee.metrics.QueueMetrics;

/** Serves metrics over HTTP at {@code /metrics}, and a page with a link at {@code /}. */
final class MetricsServer implements AutoCloseable {

    private static final String PATH = "/metrics";
    private static final int THREADS = 4;
    private static final int MAX_CLOSE_SECONDS = 15;
    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en"><head><title>asynq metrics</title></head>
            <body><h1>asynq metrics</h1><p>For Prometheus: <a href="/metrics">/metrics</a></p></body></html>
            """;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final QueueMetrics metrics;
    /** Requests hold the read lock; {@link #close()} takes the write lock to wait until they have finished. */
    private final ReentrantReadWriteLock requests = new ReentrantReadWriteLock();

    private MetricsServer(HttpServer server, QueueMetrics metrics) {
        this.server = server;
        this.metrics = metrics;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /** Listens on an address until the server is closed. */
    static MetricsServer start(InetSocketAddress address, QueueMetrics metrics) throws IOException {
        if (address.isUnresolved()) {
            throw new IOException("unknown host");
        }
        MetricsServer started = new MetricsServer(HttpServer.create(address, 0), metrics);
        started.server.start();
        return started;
    }

    /** The URL of the metrics. */
    String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + PATH;
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.readLock().lock();
        try (exchange) {
            if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(405, -1);
            } else if (exchange.getRequestURI().getPath().equals(PATH)) {
                MetricsFormat format = MetricsFormat.accepted(headers(exchange, "Accept"));
                StringBuilder text = new StringBuilder();
                format.write(metrics.collect(), text);
                answer(exchange, format.contentType(), text.toString());
            } else if (exchange.getRequestURI().getPath().equals("/")) {
                answer(exchange, "text/html; charset=utf-8", PAGE);
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
        } finally {
            requests.readLock().unlock();
        }
    }

    private static List<String> headers(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getOrDefault(name, List.of());
    }

    private static void answer(HttpExchange exchange, String contentType, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.getResponseHeaders().set("Vary", "Accept, Accept-Encoding");
        if (String.join(",", headers(exchange, "Accept-Encoding")).contains("gzip")) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            body = gzip(body);
        }
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write(body);
        }
        return zipped.toByteArray();
    }

    /** Waits for requests in progress, at most {@value #MAX_CLOSE_SECONDS} s. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            requests.writeLock().tryLock(MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        server.stop(0);
        threads.shutdownNow();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
