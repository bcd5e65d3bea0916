package io.github.asynqee.server;

import java.io.IOException;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerPorts;
import redis.clients.jedis.RedisClient;

/**
 * The server that these tests run on, and the Redis that is theirs alone. For code on the client's side; inside the
 * container none of it is available.
 */
public final class ServerUnderTest {

    private static final Pattern ERROR = Pattern.compile(" (E|ERROR|FATAL) ");
    private static final int LOG_LINES = 10;

    private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private ServerUnderTest() {}

    /**
     * Which server it is.
     *
     * @return the server that this module's tests run on
     */
    public static AppServer server() {
        return AppServer.named(TestRun.property(TestRun.SERVER));
    }

    /**
     * Where the server is provisioned.
     *
     * @return its home
     */
    public static Path home() {
        return Path.of(TestRun.property(TestRun.HOME));
    }

    /**
     * Where the server that can have OpenTelemetry and mail is provisioned; it may be the same.
     *
     * @return its home
     */
    public static Path telemetryHome() {
        return Path.of(TestRun.property(TestRun.TELEMETRY_HOME));
    }

    /**
     * Where the deployed sample is found.
     *
     * @return a URL that ends with a slash
     */
    public static URI application() {
        return server().application(ports());
    }

    /**
     * The URL of the readiness check.
     *
     * @return a URL
     */
    public static URI readiness() {
        return server().readiness(ports());
    }

    /**
     * The Redis of these tests, which the deployed sample uses too.
     *
     * @return a URL
     */
    public static String redisUrl() {
        return TestRun.property(TestRun.REDIS_URL);
    }

    /**
     * A connection to the Redis of these tests.
     *
     * @return a new client, for the caller to close
     */
    public static RedisClient redis() {
        return RedisClient.create(redisUrl());
    }

    /**
     * The sample's WAR file.
     *
     * @return an existing file
     */
    public static Path war() {
        return Path.of(TestRun.property(TestRun.WAR));
    }

    /**
     * The console's WAR file.
     *
     * @return an existing file
     */
    public static Path consoleWar() {
        return Path.of(TestRun.property(TestRun.CONSOLE_WAR));
    }

    /**
     * Files of a test go here.
     *
     * @param name of the file or directory
     * @return a path below the build directory
     */
    public static Path workFile(String name) {
        return Path.of(TestRun.property(TestRun.WORK), name);
    }

    /**
     * The log of the server that Arquillian has started.
     *
     * @return an existing file
     */
    public static Path log() {
        return server().arquillianLog(home(), workFile("arquillian"));
    }

    /**
     * Fails at once if the server is not running. Otherwise each test would fail after its own timeout with its own
     * message.
     *
     * @throws IllegalStateException if nothing listens on the server's port; the message has the errors that the server
     *        logged
     */
    public static void requireListening() {
        if (!ports().isListening()) {
            throw new IllegalStateException(
                    server() + " does not listen at " + application() + ". The first errors in its log:\n"
                            + errorsLogged());
        }
    }

    private static String errorsLogged() {
        try (Stream<String> lines = Files.lines(log())) {
            return lines.filter(ERROR.asPredicate()).limit(LOG_LINES).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /**
     * Asks the application.
     *
     * @param path below the context root, without a leading slash
     * @return the answer
     */
    public static HttpResponse<String> get(String path) {
        return get(application().resolve(path));
    }

    /**
     * Asks any URL.
     *
     * @param url what to get
     * @return the answer
     */
    public static HttpResponse<String> get(URI url) {
        return send(HttpRequest.newBuilder(url).GET());
    }

    /**
     * Posts JSON to the application.
     *
     * @param path below the context root, without a leading slash
     * @param json the body
     * @return the answer
     */
    public static HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(application().resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    /**
     * Deletes something in the application.
     *
     * @param path below the context root, without a leading slash
     * @return the answer
     */
    public static HttpResponse<String> delete(String path) {
        return send(HttpRequest.newBuilder(application().resolve(path)).DELETE());
    }

    private static ServerPorts ports() {
        return new ServerPorts(Integer.parseInt(TestRun.property(TestRun.HTTP_PORT)),
                Integer.parseInt(TestRun.property(TestRun.MANAGEMENT_PORT)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
