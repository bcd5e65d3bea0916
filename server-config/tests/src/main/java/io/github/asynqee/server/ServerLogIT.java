package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/**
 * The sample has one dependency, the connector. The server's log must not contain complaints about the connector's
 * libraries.
 */
@ArquillianTest
@RunAsClient
class ServerLogIT extends SampleTest {

    ServerLogIT() {
        super("critical");
    }

    @Test
    void slf4j_complains_neither_of_no_binding_nor_of_several() throws IOException {
        playground.send("{\"type\":\"play:echo\",\"id\":\"logged\",\"queue\":\"critical\"}");
        await().atMost(Duration.ofSeconds(20)).until(() -> queue.processed() == 1);

        assertThat(Files.readAllLines(ServerUnderTest.log())).isNotEmpty().noneMatch(line -> line.contains("SLF4J"));
    }
}
