package io.github.asynqee.server.topology;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonReader;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskNotFoundException;

/** Sends tasks to an application, until it is stopped, and remembers which were accepted. Each is kept after it has run. */
final class Load implements AutoCloseable {

    private static final int AT_ONCE = 10;
    private static final Duration PAUSE = Duration.ofMillis(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI application;
    private final String prefix;
    private final List<String> kinds;
    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "load");
    private volatile boolean stopped;
    private volatile int sent;

    private Load(URI application, String prefix, List<String> kinds) {
        this.application = application;
        this.prefix = prefix;
        this.kinds = kinds;
    }

    /** Begins to send tasks whose IDs have a prefix. */
    static Load on(URI application, String prefix) {
        return of(application, prefix, List.of("\"type\":\"play:echo\",\"payload\":{}"));
    }

    /** Begins to send tasks of some kinds in turn, each given by the further members of its JSON. */
    static Load of(URI application, String prefix, List<String> kinds) {
        Load load = new Load(application, prefix, kinds);
        load.thread.start();
        return load;
    }

    /** Waits until that many more tasks have been accepted. */
    void awaitMore(int tasks) {
        int goal = accepted.size() + tasks;
        await().atMost(Duration.ofSeconds(60)).until(() -> accepted.size() >= goal);
    }

    /** The IDs of the tasks that have been accepted. */
    List<String> ids() {
        return List.copyOf(accepted);
    }

    /** How many tasks have been accepted. */
    int accepted() {
        return accepted.size();
    }

    /** Ends sending. */
    void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Accepted tasks that have not run. */
    List<String> notRun(Inspector inspector) {
        return accepted.stream().filter(id -> {
            try {
                return inspector.tasks().get("default", id).info().state() != TaskState.COMPLETED;
            } catch (TaskNotFoundException e) {
                return true;
            }
        }).toList();
    }

    /** Accepted, of all that were sent. */
    String figures() {
        return "%d of %d tasks accepted".formatted(accepted.size(), sent);
    }

    private void run() {
        while (!stopped) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                ids.add(prefix + "-" + sent % kinds.size() + "-" + sent++);
            }
            try {
                send(ids);
                Thread.sleep(PAUSE.toMillis());
            } catch (IOException e) {
                // not accepted; the application tries for as long as its timeouts allow
                continue;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The kind of a task, counted from 0. */
    static int kind(String id) {
        return Integer.parseInt(id.replaceAll(".*-(\\d+)-\\d+$", "$1"));
    }

    private void send(List<String> ids) throws IOException, InterruptedException {
        String body = ids.stream().map(
                id -> "{\"id\":\"" + id + "\",\"retentionSeconds\":3600," + kinds.get(kind(id)) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(application.resolve("api/tasks/bulk")).timeout(Duration.ofSeconds(40))
                        .header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            return;
        }
        try (JsonReader reader = Json.createReader(new StringReader(answer.body()))) {
            JsonArray results = reader.readArray();
            for (int i = 0; i < ids.size(); i++) {
                if (results.getJsonObject(i).getInt("status") == 201) {
                    accepted.add(ids.get(i));
                }
            }
        }
    }

    @Override
    public void close() {
        stop();
    }
}
