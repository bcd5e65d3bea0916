package io.github.asynqee.server;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
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
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

/** Chromium without a window, driven by {@code chromedriver} over the WebDriver protocol. */
final class Browser implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process driver;
    private final URI root;
    private String session;

    private Browser(Process driver, int port) {
        this.driver = driver;
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

    static Browser start() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process driver = new ProcessBuilder(onPath("chromedriver").orElseThrow().toString(), "--port=" + port)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        Browser browser = new Browser(driver, port);
        try {
            browser.open();
            return browser;
        } catch (RuntimeException e) {
            browser.close();
            throw e;
        }
    }

    private void open() {
        JsonArrayBuilder arguments = Json.createArrayBuilder().add("--headless=new").add("--no-sandbox")
                .add("--disable-dev-shm-usage").add("--window-size=1440,1000");
        JsonObjectBuilder options = Json.createObjectBuilder()
                .add("binary", onPath("chromium").orElseThrow().toString()).add("args", arguments);
        JsonObject body = Json.createObjectBuilder().add("capabilities", Json.createObjectBuilder()
                .add("alwaysMatch", Json.createObjectBuilder().add("goog:chromeOptions", options))).build();
        long end = System.nanoTime() + LIMIT.toNanos();
        while (session == null) {
            try {
                session = send("POST", root, body).asJsonObject().getString("sessionId");
            } catch (UncheckedIOException e) {
                // the driver does not listen yet
                if (System.nanoTime() > end || !driver.isAlive()) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    void go(URI page) {
        command("url", Json.createObjectBuilder().add("url", page.toString()).build());
    }

    String url() {
        return ((JsonString) send("GET", at("url"), null)).getString();
    }

    /** Clicks the element, which must be visible. */
    void click(String css) {
        command("element/" + find(css) + "/click", JsonValue.EMPTY_JSON_OBJECT);
    }

    /** Replaces the text of a field, as a user does. */
    void fill(String css, String text) {
        String element = find(css);
        command("element/" + element + "/clear", JsonValue.EMPTY_JSON_OBJECT);
        command("element/" + element + "/value", Json.createObjectBuilder().add("text", text).build());
    }

    /** The result of a script, for example {@code return document.title}. */
    JsonValue script(String code) {
        return command("execute/sync", Json.createObjectBuilder().add("script", code)
                .add("args", Json.createArrayBuilder()).build());
    }

    /** The visible text of the page. */
    String text() {
        return ((JsonString) script("return document.body.innerText")).getString();
    }

    /** Clicks the first visible button, link or menu item with this text. */
    boolean clickText(String text) {
        String wanted = Json.createValue(text).toString();
        return script("const e = [...document.querySelectorAll('dialog button, dialog a')].concat("
                + "[...document.querySelectorAll('button, a')]).find(e => e.innerText.trim().startsWith(" + wanted
                + ") && e.offsetParent && e.getAttribute('aria-disabled') !== 'true'); if (e) e.click(); return !!e;")
                .equals(JsonValue.TRUE);
    }

    private String find(String css) {
        return command("element", Json.createObjectBuilder().add("using", "css selector").add("value", css).build())
                .asJsonObject().getString(ELEMENT);
    }

    private JsonValue command(String path, JsonObject body) {
        return send("POST", at(path), body);
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
            driver.destroy();
        }
    }
}
