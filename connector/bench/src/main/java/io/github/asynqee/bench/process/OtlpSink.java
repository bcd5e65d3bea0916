package io.github.asynqee.bench.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Receives spans and metrics by OTLP over HTTP, and forgets them. */
final class OtlpSink implements AutoCloseable {

    private final HttpServer http;

    private OtlpSink(HttpServer http) {
        this.http = http;
    }

    static OtlpSink start() {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext("/", OtlpSink::forget);
            http.start();
            return new OtlpSink(http);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void forget(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    URI endpoint() {
        return URI.create("http://localhost:" + http.getAddress().getPort());
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
