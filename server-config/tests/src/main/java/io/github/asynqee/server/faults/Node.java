package io.github.asynqee.server.faults;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ServerBuilder;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;

/** A server with the application. */
final class Node implements AutoCloseable {

    private static final Duration STARTS = Duration.ofSeconds(240);
    private static final Duration STOPS = Duration.ofSeconds(60);
    private static final Duration ANSWERS = Duration.ofSeconds(30);
    private static final int UNDEPLOYMENT_MILLIS = 3_000;
    /** Little for tasks of megabytes. */
    private static final String MEMORY = "-Xmx512m";
    /** The fault after which a task may run again. */
    static final String NO_MEMORY = "no memory";
    private static final Duration RECOVERS = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final String name;
    private final Path application;
    private final Map<String, String> environment;
    private final Database database;
    private volatile ServerProcess process;
    private volatile boolean serves;

    /**
     * @param name of its directory
     * @param application the application to run
     * @param environment of its process
     * @param database its database
     */
    Node(String name, Path application, Map<String, String> environment, Database database) {
        this.name = name;
        this.application = application;
        this.environment = environment;
        this.database = database;
    }

    void start() throws SQLException, URISyntaxException {
        ServerBuilder server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("faults-" + name)).ports(ServerPorts.free())
                .application(application).database(database.url(), database.driver()).jvmOptions(MEMORY);
        environment.forEach(server::env);
        process = server.start();
        process.awaitReady(STARTS);
        serves = true;
    }

    /** Whether it accepts tasks. */
    boolean serves() {
        return serves;
    }

    /** Sends tasks to one of its servlets; returns the IDs of the stored tasks. */
    List<String> send(String servlet, List<String> ids) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(HttpRequest.newBuilder(servlet(servlet)).timeout(ANSWERS)
                .POST(BodyPublishers.ofString(String.join("\n", ids))).build(), BodyHandlers.ofString());
        return answer.statusCode() == 200 ? answer.body().lines().toList() : List.of();
    }

    /** All faults of this node. */
    List<Fault> faults() {
        return List.of(new Fault("kill -9", this::kill), new Fault("SIGTERM", this::terminate),
                new Fault("SIGSTOP for longer than a lease", this::freeze), new Fault("redeployment", this::redeploy),
                new Fault(NO_MEMORY, this::takeMemory));
    }

    private String kill(Random random) throws Exception {
        serves = false;
        process.kill();
        Fault.last(random, 1, 3_000);
        start();
        return name;
    }

    /** Handles tasks again when there is memory. Then it is killed, because a server does not promise to work as before. */
    private String takeMemory(Random random) throws Exception {
        String millis = String.valueOf(random.nextInt(500, 3_000));
        try {
            http.send(HttpRequest.newBuilder(servlet("memory")).timeout(ANSWERS).POST(BodyPublishers.ofString(millis))
                    .build(), BodyHandlers.discarding());
        } catch (IOException e) {
            // without memory there may be no answer
        }
        boolean answers = awaitHandled();
        kill(random);
        return name + ", for " + millis + " ms" + (answers ? "" : ", and its server did not answer any more");
    }

    /** Returns whether it answers; then it has handled more tasks than its lanes may have had. */
    private boolean awaitHandled() throws InterruptedException {
        try {
            long before = handled() + FaultsApplication.AT_ONCE;
            await().atMost(RECOVERS).ignoreExceptionsInstanceOf(IOException.class).until(() -> handled() > before);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private long handled() throws IOException, InterruptedException {
        return Long.parseLong(http.send(HttpRequest.newBuilder(servlet("memory")).timeout(ANSWERS).build(),
                BodyHandlers.ofString()).body());
    }

    private String terminate(Random random) throws Exception {
        serves = false;
        Duration took = process.terminate(STOPS);
        Fault.last(random, 1, 3_000);
        start();
        return "%s, stopped after %d ms".formatted(name, took.toMillis());
    }

    /** A lease has 30 s. */
    private String freeze(Random random) throws InterruptedException, IOException {
        serves = false;
        signal("STOP");
        try {
            return name + ", " + Fault.last(random, 32_000, 45_000);
        } finally {
            signal("CONT");
            serves = true;
        }
    }

    private String redeploy(Random random) throws InterruptedException {
        process.deploy(application);
        Thread.sleep(UNDEPLOYMENT_MILLIS);
        process.awaitReady(STARTS);
        return name;
    }

    /** Redeploys it, and returns when the new deployment serves. */
    void renew() throws IOException, InterruptedException {
        int before = memory().deployment();
        process.deploy(application);
        await().atMost(STARTS).ignoreExceptions().until(() -> memory().deployment() != before);
        process.awaitReady(STARTS);
    }

    /**
     * The contents of its Java heap after a garbage collection.
     *
     * @param deployment changes with each deployment
     * @param threads the number of threads
     * @param classes the number of classes in all class loaders
     * @param time of its wall clock
     */
    record Memory(int deployment, int threads, int classes, Instant time) {}

    Memory memory() throws IOException, InterruptedException {
        String[] answer = http.send(HttpRequest.newBuilder(servlet("state")).timeout(ANSWERS).build(),
                BodyHandlers.ofString()).body().split(" ");
        return new Memory(Integer.parseInt(answer[0]), Integer.parseInt(answer[1]), Integer.parseInt(answer[2]),
                Instant.ofEpochMilli(Long.parseLong(answer[3])));
    }

    private URI servlet(String name) {
        return process.application().resolve(application.getFileName().toString().replace(".war", "/") + name);
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int result = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.java().pid())).inheritIO().start()
                .waitFor();
        if (result != 0) {
            throw new IOException("kill -" + signal + " " + process.java().pid() + " ended with " + result);
        }
    }

    /** Ends it in order; its tasks have ended. */
    void stop() {
        serves = false;
        process.terminate(STOPS);
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
