package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Starts the server with the run command and stops it with Ctrl-C. */
@Tag("thorough")
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ServerProcessIT {

    @Test
    void starts_becomes_ready_and_stops_when_it_is_told_to() {
        try (ServerProcess server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("server-process"))
                .ports(ServerPorts.free())
                .redisUrl(ServerUnderTest.redisUrl())
                .start()) {
            server.awaitReady(Duration.ofMinutes(5));
            assertThat(ServerUnderTest.get(server.application()).body()).contains("asynq for Jakarta EE");

            Duration stopping = server.terminate(Duration.ofSeconds(30));

            assertThat(stopping).isLessThan(Duration.ofSeconds(20));
            assertThat(server.isRunning()).isFalse();
        }
    }
}
