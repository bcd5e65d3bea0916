package io.github.asynqee.bench.process;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.server.process.ServerProcess;

/** Commands to the measured application of a server, by HTTP. */
public final class ServerCommands {

    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ServerCommands() {}

    /**
     * Sends a command and awaits its reply.
     *
     * @param name the name of the subject, for errors
     * @param server the server, {@code null} if it is not started
     * @param command the command
     * @param limit the maximum time to wait for the reply
     * @return the numbers of the reply
     * @throws IllegalStateException if the server is not started, does not answer or rejects the command
     */
    public static Map<String, Long> send(String name, ServerProcess server, Command command, Duration limit) {
        if (server == null) {
            throw new IllegalStateException(name + " is not started: " + command);
        }
        HttpRequest request = HttpRequest.newBuilder(server.application().resolve("bench/command"))
                .header("Content-Type", "text/plain").timeout(limit)
                .POST(BodyPublishers.ofString(command.toString())).build();
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200 || !response.body().startsWith("ok")) {
                throw new IllegalStateException(name + " rejects \"" + command + "\": " + response.body());
            }
            return ProcessSubject.numbers(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(name + " does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
