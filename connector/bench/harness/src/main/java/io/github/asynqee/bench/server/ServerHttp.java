package io.github.asynqee.bench.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.bench.contender.Order;

/** Speaks with the application inside a server. */
final class ServerHttp {

    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServerHttp() {}

    /**
     * Gives an order and waits until it is carried out.
     *
     * @param application its URL
     * @param order the order
     * @return the numbers it answers with
     * @throws IllegalStateException if it fails, with what the application says
     */
    static Map<String, Long> ask(URI application, Order order) {
        String answer = send(HttpRequest.newBuilder(application.resolve("bench/order"))
                .header("Content-Type", "text/plain").POST(BodyPublishers.ofString(order.toString())));
        if (!answer.startsWith("ok")) {
            throw new IllegalStateException(order + ": " + answer);
        }
        return Order.parse(answer).values().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, value -> Long.valueOf(value.getValue())));
    }

    /**
     * How much memory the server needs; known without the connector too.
     *
     * @param application its URL
     * @return bytes in use on the heap after a garbage collection
     */
    static long heap(URI application) {
        return Long.parseLong(send(HttpRequest.newBuilder(application.resolve("bench/heap"))));
    }

    private static String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.timeout(LIMIT).build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(response + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException("no answer from the application: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
