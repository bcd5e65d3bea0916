package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Limits per user: wrong passwords and live streams. No other test logs in as this user at the same time. */
// it leaves users who have attempted to log in too often
@Order(Integer.MAX_VALUE)
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleLimitsIT extends ConsoleTest {

    private static final String USER = "team";
    private static final int STREAMS = 50;

    private static boolean isLoggedIn(ConsoleUser user) {
        return user.get("api/session").statusCode() == 200;
    }

    private static boolean logsIn(String password) {
        ConsoleUser user = ConsoleUser.anonymous();
        user.login(USER, password);
        return isLoggedIn(user);
    }

    @Test
    void after_twenty_wrong_passwords_the_right_one_is_refused_too() {
        assertThat(logsIn(USER)).isTrue();
        for (int i = 0; i < 20; i++) {
            assertThat(logsIn("wrong" + i)).isFalse();
        }

        assertThat(logsIn(USER)).as("the right password").isFalse();
        assertThat(isLoggedIn(ConsoleUser.named("viewer"))).as("another user").isTrue();
        String form = "j_username=" + USER + "&j_password=" + USER;
        for (String path : List.of("j_security_check;x=1", "js/j_security_check", "api/j_security_check",
                "./j_security_check", "j%5Fsecurity_check", "%6A_security_check", "j_security_check/",
                "j_security_check/x", "/j_security_check", "login.html/j_security_check")) {
            ConsoleUser user = ConsoleUser.anonymous();
            user.get("");
            user.send(HttpRequest.newBuilder(ServerUnderTest.application().resolve("asynq-console/" + path))
                    .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form)));
            assertThat(isLoggedIn(user)).as(path).isFalse();
        }
        ConsoleUser user = ConsoleUser.anonymous();
        user.get("");
        user.get("j_security_check?" + form);
        assertThat(isLoggedIn(user)).as("in the address").isFalse();
        if (ServerUnderTest.server() == AppServer.WILDFLY) {
            // the realm keeps it when the console is deployed again, here for one minute since the last attempt
            await().pollDelay(Duration.ofSeconds(65)).pollInterval(Duration.ofSeconds(65))
                    .atMost(Duration.ofSeconds(150)).until(() -> logsIn(USER));
        } else {
            HttpResponse<String> refused = ConsoleUser.anonymous().login(USER, USER);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("too many wrong passwords", "<a href=\"./\">");
        }
    }

    @Test
    void a_user_has_fifty_live_streams() throws IOException {
        ConsoleUser user = ConsoleUser.named(USER);
        List<BufferedReader> streams = new ArrayList<>();
        try {
            for (int i = 0; i < STREAMS; i++) {
                BufferedReader stream = user.lines("api/default/live");
                streams.add(stream);
                assertThat(stream.readLine()).as("stream " + i).isNotNull();
            }
            HttpResponse<String> refused = user.get("api/default/live");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(429);
            assertThat(user.json(refused).getString("code")).isEqualTo("too-many");
            try (BufferedReader other = ConsoleUser.named("viewer").lines("api/default/live")) {
                assertThat(other.readLine()).isNotNull();
            }
        } finally {
            for (BufferedReader stream : streams) {
                stream.close();
            }
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> user.status(ConsoleUser.request("api/default/live")) == 200);
    }
}
