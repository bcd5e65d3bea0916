package io.github.asynqee.server;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

/** The sample's playground, over HTTP. */
public final class Playground {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI application;

    private Playground(URI application) {
        this.application = application;
    }

    /** The playground of the sample at a URL that ends with a slash. */
    public static Playground at(URI application) {
        return new Playground(application);
    }

    /** Sends one task, in the JSON of {@code POST /api/tasks}. */
    public HttpResponse<String> send(String task) {
        return exchange(request("api/tasks").POST(BodyPublishers.ofString(task)));
    }

    /** Sends many tasks; every one must be accepted. */
    public void sendAll(List<String> tasks) {
        HttpResponse<String> answer = exchange(
                request("api/tasks/bulk").POST(BodyPublishers.ofString("[" + String.join(",", tasks) + "]")));
        long accepted = answer.body().split("\"status\":201", -1).length - 1L;
        if (accepted != tasks.size()) {
            throw new AssertionError("only " + accepted + " of " + tasks.size() + " tasks were accepted: "
                    + answer.statusCode() + " " + answer.body());
        }
    }

    /** The results of the handlers: {@code GET /api/play}. */
    public JsonObject score() {
        try (JsonReader reader = Json.createReader(new StringReader(exchange(request("api/play").GET()).body()))) {
            return reader.readObject();
        }
    }

    /** The latest failures: {@code GET /api/play/events}. */
    List<JsonObject> events() {
        try (JsonReader reader = Json
                .createReader(new StringReader(exchange(request("api/play/events").GET()).body()))) {
            return reader.readArray().getValuesAs(JsonObject.class);
        }
    }

    /** A count of a task type, zero if no such task has run. */
    public int count(String type, String what) {
        JsonObject counts = score().getJsonObject("types").getJsonObject(type);
        return counts == null ? 0 : counts.getInt(what);
    }

    void resetScore() {
        exchange(request("api/play").DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(application.resolve(path)).timeout(LIMIT).header("Content-Type",
                "application/json");
    }

    private HttpResponse<String> exchange(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
