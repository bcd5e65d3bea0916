package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

/** An administrator at the console, on one Redis. */
final class ConsoleClient {

    private static final Pattern PAGE = Pattern.compile("\\| GET \\| `/\\{redis\\}/([^`]*)` \\|.*");

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL)).build();
    private final URI console;
    private final String redis;
    private final String token;

    private ConsoleClient(URI server, String redis) {
        this.console = server.resolve("asynq-console/");
        this.redis = redis;
        send(request(""));
        send(request("j_security_check").header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("j_username=admin&j_password=admin")));
        this.token = json(send(request("api/session"))).getString("csrfToken");
    }

    static ConsoleClient on(URI server, String redis) {
        return new ConsoleClient(server, redis);
    }

    /** The methods of the documentation that read, without {@code live}, which does not end. */
    static List<String> pages() {
        try {
            List<String> pages = Files.readAllLines(Path.of("../../docs/console-api.md")).stream().map(PAGE::matcher)
                    .filter(Matcher::matches).map(row -> row.group(1)).filter(path -> !path.equals("live")).toList();
            assertThat(pages).hasSizeGreaterThan(10);
            return pages;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request("api/" + redis + "/" + path));
    }

    JsonObject read(String path) {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(redis + " " + path + ": " + answer.body()).isEqualTo(200);
        return json(answer);
    }

    /** Whether the stream of live updates begins. */
    boolean isLive() {
        try (Stream<String> lines = http.send(request("api/" + redis + "/live").build(), BodyHandlers.ofLines())
                .body()) {
            return lines.anyMatch(line -> line.startsWith("event:"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Changes something; the console must have done it. */
    HttpResponse<String> change(String method, String path, String body) {
        HttpRequest.Builder request = request("api/" + redis + "/" + path).header("X-CSRF-Token", token).method(method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(redis + " " + method + " " + path + ": " + answer.body()).isBetween(200,
                204);
        return answer;
    }

    static JsonObject json(HttpResponse<String> answer) {
        try (JsonReader reader = Json.createReader(new StringReader(answer.body()))) {
            return reader.readObject();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(console.resolve(path)).timeout(Duration.ofSeconds(70));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
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
