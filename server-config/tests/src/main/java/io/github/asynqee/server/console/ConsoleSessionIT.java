package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** A console whose logins are valid for five seconds. */
@ArquillianTest
@RunAsClient
@OnOneServer
class ConsoleSessionIT extends EmptyRedisTest {

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console("asynq.console.session-limit=5s",
                "asynq.console.url=" + ServerUnderTest.redisUrl());
    }

    @Test
    void a_login_that_is_used_ends_when_its_time_is_over_and_the_next_one_is_valid() throws InterruptedException {
        ConsoleUser viewer = ConsoleUser.named("viewer");

        await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200))
                .until(() -> viewer.get("api/session").statusCode() != 200);

        assertThat(viewer.get("api/session").statusCode()).isEqualTo(401);
        assertThat(ConsoleUser.named("viewer").get("api/session").statusCode()).isEqualTo(200);
    }
}
