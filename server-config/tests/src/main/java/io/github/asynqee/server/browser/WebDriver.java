package io.github.asynqee.server.browser;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;

import io.github.asynqee.server.process.ReservedPorts;

/** A process of {@code chromedriver} with one session of Chromium without a window: the WebDriver protocol. */
final class WebDriver implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final URI root;
    private String session;

    private WebDriver(Process process, int port) {
        this.process = process;
        this.root = URI.create("http://localhost:" + port + "/session");
    }

    /** Why there is no browser on this machine; empty if there is one. */
    static Optional<String> missing() {
        return Stream.of("chromium", "chromedriver").filter(name -> onPath(name).isEmpty()).findFirst()
                .map(name -> "there is no " + name + " on the PATH: apt-get install chromium chromium-driver");
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(":")).map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable).findFirst();
    }

    static WebDriver start() throws IOException {
        int port = ReservedPorts.next();
        Process process = new ProcessBuilder(onPath("chromedriver").orElseThrow().toString(), "--port=" + port)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        WebDriver driver = new WebDriver(process, port);
        try {
            driver.open();
            return driver;
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private void open() {
        JsonArrayBuilder arguments = Json.createArrayBuilder().add("--headless=new").add("--no-sandbox")
                .add("--disable-dev-shm-usage").add("--hide-scrollbars").add("--window-size=1440,1000");
        JsonObjectBuilder options = Json.createObjectBuilder()
                .add("binary", onPath("chromium").orElseThrow().toString()).add("args", arguments);
        JsonObject body = Json.createObjectBuilder().add("capabilities", Json.createObjectBuilder()
                .add("alwaysMatch", Json.createObjectBuilder().add("goog:chromeOptions", options))).build();
        long end = System.nanoTime() + LIMIT.toNanos();
        while (session == null) {
            try {
                session = send("POST", root, body).asJsonObject().getString("sessionId");
            } catch (UncheckedIOException | IllegalStateException e) {
                // the driver does not listen yet, or the browser took too long to start
                if (System.nanoTime() > end || !process.isAlive()) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    /** The value that a command returns. */
    JsonValue post(String path, JsonObject body) {
        return send("POST", at(path), body);
    }

    /** The value of a property of the session. */
    JsonValue get(String path) {
        return send("GET", at(path), null);
    }

    /** A command of Chromium's own protocol. */
    JsonObject chromium(String name, JsonObjectBuilder parameters) {
        return post("goog/cdp/execute", Json.createObjectBuilder().add("cmd", name).add("params", parameters).build())
                .asJsonObject();
    }

    private URI at(String path) {
        return URI.create(root + "/" + session + "/" + path);
    }

    private JsonValue send(String method, URI uri, JsonObject body) {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(LIMIT).header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(uri + ": " + answer.body());
            }
            return Json.createReader(new StringReader(answer.body())).readObject().get("value");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            if (session != null) {
                send("DELETE", URI.create(root + "/" + session), null);
            }
        } finally {
            process.destroy();
        }
    }
}
