package io.github.asynqee.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import javax.management.openmbean.CompositeData;

import io.github.asynqee.server.Playground;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerProcess;

/** The MBeans of the sample on a separate server. */
public final class NodeMetrics {

    /** How many tasks {@link #echo} sends. */
    public static final int TASKS = 20;
    /** The MBean of the type of these tasks. */
    public static final String ECHO = "type=TaskType,taskType=\"play:echo\"";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(20);

    private NodeMetrics() {}

    public static void echo(ServerProcess server) {
        Playground.at(server.application()).sendAll(
                IntStream.range(0, TASKS).mapToObj(i -> "{\"type\":\"play:echo\",\"payload\":" + i + "}").toList());
    }

    public static long done(ServerBeans beans) throws Exception {
        return (long) ((CompositeData) beans.read(ECHO, "Outcomes")).get("done");
    }

    /** The MBeans leave nothing behind with the application, and are there with the next one. */
    public static void redeploy(ServerProcess server, ServerBeans beans) throws Exception {
        redeploy(server, beans, () -> {});
    }

    /**
     * The same.
     *
     * @param undeployed called when the application is undeployed
     * @return how long the connector's part of the undeployment has taken
     */
    public static Duration redeploy(ServerProcess server, ServerBeans beans, Runnable undeployed) throws Exception {
        Path copy = Files.copy(server.deployed(), ServerUnderTest.workFile("copy-" + server.java().pid() + ".war"));
        assertThat(beans.instances("MetricBean", "NodeMetrics")).hasSize(2);
        Files.delete(server.deployed());
        List<Long> stopping = new ArrayList<>();
        await().atMost(LIMIT).pollInterval(LOOK).until(() -> {
            boolean stops = beans.threads().contains(".AsynqRuntime.stop(");
            if (stops) {
                stopping.add(System.nanoTime());
            }
            return !stops && beans.names().isEmpty();
        });
        undeployed.run();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(beans.instances("MetricBean", "NodeMetrics",
                "OpenTelemetryInstruments")).as("what the server still holds").isEmpty());

        // WildFly leaves a marker that keeps an older file from being deployed
        Files.deleteIfExists(Path.of(server.deployed() + ".undeployed"));
        Files.setLastModifiedTime(copy, FileTime.from(Instant.now()));
        Files.move(copy, server.deployed());
        await().atMost(LIMIT).until(() -> !beans.names().isEmpty());
        server.awaitReady(LIMIT);
        // WildFly reports readiness before the resources of a redeployed application respond
        await().atMost(LIMIT).ignoreExceptions().until(() -> Playground.at(server.application()).score() != null);
        // Open Liberty may answer once and then refuse all of them until the application is there
        await().atMost(LIMIT).untilAsserted(() -> echo(server));
        // more if some of a refused request were accepted
        await().atMost(LIMIT).ignoreExceptions().until(() -> done(beans) >= TASKS);
        assertThat(beans.names()).allMatch(name -> name.contains("application=\"sample-war\""));
        return stopping.isEmpty() ? Duration.ZERO
                : Duration.ofNanos(stopping.get(stopping.size() - 1) - stopping.get(0));
    }
}
