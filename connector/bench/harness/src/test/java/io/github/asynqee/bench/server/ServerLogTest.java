package io.github.asynqee.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import io.github.asynqee.server.AppServer;
import org.junit.jupiter.api.Test;

class ServerLogTest {

    private static final String LIBERTY = """
            [AUDIT   ] CWWKT0016I: Web application available (default_host): http://localhost:9080/
            [AUDIT   ] CWWKZ0001I: Application bench-war started in 1.234 seconds.
            """;
    private static final String WILDFLY = """
            %s INFO  [org.jboss.as.server.deployment] (MSC service thread 1-1) WFLYSRV0027: Starting deployment of "bench-war.war" (runtime-name: "bench-war.war")
            23:59:59,700 INFO  [org.wildfly.extension.undertow] (MSC service thread 1-4) WFLYUT0006: Undertow HTTP listener default listening
            %s INFO  [org.jboss.as.server] (Controller Boot Thread) WFLYSRV0010: Deployed "bench-war.war" (runtime-name : "bench-war.war")
            """;

    @Test
    void open_liberty_says_the_seconds() {
        assertThat(ServerLog.deployment(AppServer.LIBERTY, LIBERTY)).isEqualTo(Duration.ofMillis(1_234));
    }

    @Test
    void wildfly_says_the_beginning_and_the_end() {
        String log = WILDFLY.formatted("10:00:01,900", "10:00:03,150");

        assertThat(ServerLog.deployment(AppServer.WILDFLY, log)).isEqualTo(Duration.ofMillis(1_250));
    }

    @Test
    void midnight_may_be_in_between() {
        String log = WILDFLY.formatted("23:59:59,500", "00:00:00,750");

        assertThat(ServerLog.deployment(AppServer.WILDFLY, log)).isEqualTo(Duration.ofMillis(1_250));
    }

    @Test
    void a_log_without_it_is_shown() {
        assertThatThrownBy(() -> ServerLog.deployment(AppServer.LIBERTY, "CWWKZ0002E: An exception occurred"))
                .hasMessageContaining("CWWKZ0001I").hasMessageContaining("An exception occurred");
    }
}
