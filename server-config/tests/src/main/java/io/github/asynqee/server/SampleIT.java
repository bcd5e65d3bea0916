package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

@ArquillianTest
@RunAsClient
class SampleIT {

    @Deployment(testable = false, name = SharedDeployments.SAMPLE)
    static WebArchive sample() {
        return SampleDeployment.sample();
    }

    @Test
    void answers_at_the_context_root() {
        HttpResponse<String> page = ServerUnderTest.get("");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).startsWith("text/html"));
        assertThat(page.body()).contains("asynq for Jakarta EE");
    }

    @Test
    void is_ready() {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            HttpResponse<String> health = ServerUnderTest.get(ServerUnderTest.readiness());

            assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
            assertThat(health.body()).contains("\"status\":\"UP\"", "\"application\":\"");
        });
    }
}
