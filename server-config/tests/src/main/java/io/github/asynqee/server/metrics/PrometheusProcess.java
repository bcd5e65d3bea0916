package io.github.asynqee.server.metrics;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

import io.github.asynqee.server.process.ReservedPorts;

/** Prometheus as a local process, with data and log in a directory of the test. */
final class PrometheusProcess implements AutoCloseable {

    private static final String BINARY = "prometheus";

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5)).build();
    private final URI api;
    private final Process process;

    private PrometheusProcess(URI api, Process process) {
        this.api = api;
        this.process = process;
    }

    /** Whether the program is installed. */
    static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, BINARY)));
    }

    /**
     * Starts it with a scrape of each target and an evaluation of the rules each second.
     *
     * @param directory where its files go
     * @param targets job to the URL of its metrics
     * @param rules a file of rules
     */
    static PrometheusProcess start(Path directory, Map<String, URI> targets, Path rules) throws IOException {
        Files.createDirectories(directory);
        Path config = Files.writeString(directory.resolve("prometheus.yml"), config(targets, rules));
        String address = "127.0.0.1:" + ReservedPorts.next();
        Process process = new ProcessBuilder(BINARY, "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"), "--web.listen-address=" + address)
                .redirectErrorStream(true).redirectOutput(directory.resolve("prometheus.log").toFile()).start();
        return new PrometheusProcess(URI.create("http://" + address + "/api/v1/"), process);
    }

    private static String config(Map<String, URI> targets, Path rules) {
        StringBuilder config = new StringBuilder("""
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ['%s']
                scrape_configs:
                """.formatted(rules.toAbsolutePath()));
        targets.forEach((job, url) -> config.append("""
                - job_name: '%s'
                  metrics_path: '%s'
                  static_configs: [{targets: ['%s']}]
                """.formatted(job, url.getPath(), url.getAuthority())));
        return config.toString();
    }

    /** The values of an expression at this moment; none until the first scrape. */
    List<Double> query(String expression) {
        return get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)).getJsonArray("result")
                .getValuesAs(JsonObject.class).stream()
                .map(sample -> Double.parseDouble(sample.getJsonArray("value").getString(1))).toList();
    }

    /** The type of a metric when it was scraped. */
    List<String> types(String metric) {
        JsonArray found = get("metadata?metric=" + metric).getJsonArray(metric);
        return found == null ? List.of()
                : found.getValuesAs(JsonObject.class).stream().map(entry -> entry.getString("type")).distinct()
                        .toList();
    }

    /** All rules, with {@code name}, {@code health} and {@code state}. */
    List<JsonObject> rules() {
        return get("rules").getJsonArray("groups").getValuesAs(JsonObject.class).stream()
                .flatMap(group -> group.getJsonArray("rules").getValuesAs(JsonObject.class).stream()).toList();
    }

    private JsonObject get(String path) {
        if (!process.isAlive()) {
            throw new IllegalStateException("prometheus ended with " + process.exitValue() + ": see its log");
        }
        try {
            String body = http.send(HttpRequest.newBuilder(api.resolve(path)).timeout(Duration.ofSeconds(10)).build(),
                    BodyHandlers.ofString()).body();
            try (JsonReader reader = Json.createReader(new StringReader(body))) {
                JsonObject answer = reader.readObject();
                if (!answer.getString("status").equals("success")) {
                    throw new IllegalArgumentException(path + ": " + body);
                }
                return answer.getJsonObject("data");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
