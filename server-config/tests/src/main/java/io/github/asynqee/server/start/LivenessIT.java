package io.github.asynqee.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.start.app.Handler;
import io.github.asynqee.server.start.app.LosingHandler;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** One of two applications has switched its liveness check off. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class LivenessIT {

    private static final String LOSING = "liveness";

    @Deployment(testable = false, name = LOSING)
    static WebArchive losing() {
        return SmallApplication.war(LOSING, Map.of()).addClass(LosingHandler.class);
    }

    @Deployment(testable = false, name = "liveness-off")
    static WebArchive off() {
        return SmallApplication
                .war("liveness-off", Map.of("mp.messaging.connector.asynq.health-liveness-enabled", "false"))
                .addClass(Handler.class);
    }

    @Test
    void it_is_down_when_a_channel_has_lost_a_lane() {
        HttpResponse<String> before = liveness();
        assertThat(before.statusCode()).isEqualTo(200);
        assertThat(before.body().split("\"name\":\"asynq\"", -1)).as("checks in " + before.body()).hasSize(2);

        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of(SmallApplication.TASK_TYPE, "last").queue(LOSING));
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> liveness().statusCode() == 503);
        assertThat(liveness().body()).contains("channel jobs", "1 of 1 lanes lost", "\"application\":\"" + LOSING);
    }

    private static HttpResponse<String> liveness() {
        return ServerUnderTest.get(ServerUnderTest.readiness().resolve("live"));
    }
}
