package io.github.asynqee.server.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import jakarta.json.Json;
import jakarta.json.JsonObject;

import io.github.asynqee.server.ServerUnderTest;

/** A browser at the console, logged in or not. */
public final class ConsoleUser {

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http;
    private final URI console;
    private String token;

    private ConsoleUser(URI console) {
        this(console, HttpClient.newBuilder());
    }

    private ConsoleUser(URI console, HttpClient.Builder client) {
        this.console = console;
        this.http = client.version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5))
                .cookieHandler(cookies).build();
    }

    /** At the console of another server, with TLS. */
    public static ConsoleUser anonymous(URI server, SSLContext tls) {
        return new ConsoleUser(server.resolve("asynq-console/"), HttpClient.newBuilder().sslContext(tls));
    }

    public static ConsoleUser anonymous() {
        return new ConsoleUser(url(""));
    }

    /** Logs in through the form, as a browser does: the page asked for, the form, then the page. */
    public static ConsoleUser named(String name) {
        return named(name, ServerUnderTest.application());
    }

    /** Logs in to the console of another server. */
    public static ConsoleUser named(String name, URI server) {
        ConsoleUser user = new ConsoleUser(server.resolve("asynq-console/"));
        HttpResponse<String> login = user.login(name, name);
        if (login.statusCode() / 100 != 3) {
            throw new IllegalStateException("login as " + name + ": " + login.statusCode() + " " + login.body());
        }
        user.token = user.json(user.get("api/session")).getString("csrfToken");
        return user;
    }

    public HttpResponse<String> login(String name, String password) {
        get("");
        return send(to("j_security_check").header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers
                        .ofString("j_username=" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "&j_password="
                                + URLEncoder.encode(password, StandardCharsets.UTF_8))));
    }

    public static URI url(String path) {
        return ServerUnderTest.application().resolve("asynq-console/").resolve(path);
    }

    public static HttpRequest.Builder request(String path) {
        return request(url(path));
    }

    private static HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30));
    }

    private HttpRequest.Builder to(String path) {
        return request(console.resolve(path));
    }

    public String token() {
        return token;
    }

    public CookieManager cookies() {
        return cookies;
    }

    public HttpResponse<String> get(String path) {
        return send(to(path).GET());
    }

    /** A change with the token, if the user has one. */
    public HttpResponse<String> change(String method, String path, String body) {
        HttpRequest.Builder request = to(path).method(method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("X-CSRF-Token", token);
        }
        return send(request);
    }

    public HttpResponse<String> post(String path, String body) {
        return change("POST", path, body);
    }

    public JsonObject json(HttpResponse<String> response) {
        return Json.createReader(new StringReader(response.body())).readObject();
    }

    /** The body at a path, as the console sends it. */
    public HttpResponse<byte[]> bytes(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofByteArray());
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    /** The status of an answer whose body, which may be a stream without end, is not read. */
    public int status(HttpRequest.Builder request) {
        HttpResponse<InputStream> response = send(request, BodyHandlers.ofInputStream());
        try {
            response.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return response.statusCode();
    }

    /** The lines of an answer that may have no end. */
    public BufferedReader lines(String path) {
        return new BufferedReader(new InputStreamReader(
                send(to(path).header("Accept", "text/event-stream"), BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8));
    }

    /** Reads an answer without end until the client is closed. */
    public void follow(String path, Consumer<String> line) {
        http.sendAsync(to(path).header("Accept", "text/event-stream").build(),
                BodyHandlers.fromLineSubscriber(new EachLine(line)));
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request.build(), handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private record EachLine(Consumer<String> receiver) implements Flow.Subscriber<String> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            receiver.accept(line);
        }

        @Override
        public void onError(Throwable failure) {
            receiver.accept("error: " + failure);
        }

        @Override
        public void onComplete() {
            receiver.accept("end");
        }
    }
}
