package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerBeans;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** The console is undeployed by deleting its file, while a browser follows it. */
@Execution(CONCURRENT)
@OnOneServer(AppServer.WILDFLY)
class ConsoleUndeployIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String FRAME = "io.github.asynqee.";

    @Test
    void no_thread_of_the_console_remains_and_the_server_stops_at_once() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); ServerProcess server = server(redis)) {
            server.awaitReady(Duration.ofMinutes(5));
            Queue<String> events = new ConcurrentLinkedQueue<>();
            ConsoleUser.named("viewer", server.application()).follow("api/default/live", events::add);
            await().atMost(LIMIT).until(() -> events.stream().anyMatch(line -> line.contains("overview")));
            try (ServerBeans beans = ServerBeans.of(server)) {
                assertThat(beans.threads()).contains(FRAME);

                Files.delete(server.deployed());

                await().atMost(LIMIT).untilAsserted(
                        () -> assertThat(beans.threads()).doesNotContain(FRAME, "commons-pool-evictor"));
            }
            await().atMost(LIMIT).until(
                    () -> events.stream().anyMatch(line -> line.equals("end") || line.startsWith("error: ")));
            assertThat(server.terminate(LIMIT)).isLessThan(Duration.ofSeconds(25));
        }
    }

    private static ServerProcess server(EmbeddedRedis redis) {
        return ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("console-undeploy")).application(ServerUnderTest.consoleWar())
                .ports(ServerPorts.free()).env("ASYNQ_CONSOLE_URL", redis.url()).start();
    }
}
