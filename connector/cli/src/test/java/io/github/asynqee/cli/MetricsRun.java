package io.github.asynqee.cli;

import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import picocli.CommandLine;

/** {@code asynq metrics} in a thread of the test. */
final class MetricsRun implements AutoCloseable {

    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10)).build();

    final StringWriter err = new StringWriter();
    private final Thread thread;
    private final URI metrics;

    /** Returns when it listens. */
    MetricsRun(String redisUrl, Clock clock) {
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(clock, url -> {
            RedisBroker broker = RedisBroker.connect(RedisConfig.of(url), clock);
            return new RedisInspector(broker, broker.executor(), broker::close);
        }));
        commandLine.setErr(new PrintWriter(err, true));
        try (PipedReader out = new PipedReader(1 << 16)) {
            commandLine.setOut(new PrintWriter(new PipedWriter(out), true));
            thread = new Thread(() -> commandLine.execute("metrics", "--port=0", "--uri=" + redisUrl));
            thread.start();
            metrics = url(line(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(PipedReader out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = out.read(); read >= 0 && read != '\n'; read = out.read()) {
            line.append((char) read);
        }
        return line.toString();
    }

    /** The URL in the line that the command prints. */
    static URI url(String line) {
        return URI.create(line.replaceFirst("Serving metrics at ", "").strip());
    }

    /** Sends a GET for a path, with headers as pairs of name and value. */
    <T> HttpResponse<T> get(String path, HttpResponse.BodyHandler<T> body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(metrics.resolve(path)).timeout(Duration.ofSeconds(30));
        return send(headers.length == 0 ? request.build() : request.headers(headers).build(), body);
    }

    /** The lines of the metrics, for a client that accepts only this type. */
    List<String> lines(String accept) {
        return get("/metrics", BodyHandlers.ofString(), "Accept", accept).body().lines().toList();
    }

    HttpResponse<String> send(String method, String path) {
        return send(HttpRequest.newBuilder(metrics.resolve(path)).method(method, HttpRequest.BodyPublishers.noBody())
                .build(), BodyHandlers.ofString());
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return metrics.getPort();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
