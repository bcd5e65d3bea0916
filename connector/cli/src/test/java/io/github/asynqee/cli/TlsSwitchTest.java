package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** TLS requested in the environment, with and without a Redis that speaks TLS. */
class TlsSwitchTest {

    @TempDir
    private static Path home;
    private static EmbeddedRedis secure;
    private static EmbeddedRedis plain;

    private final Map<String, String> environment = new HashMap<>();
    private final List<String> connected = new ArrayList<>();
    private String options = "";
    private StringWriter err;

    @BeforeAll
    static void start() {
        secure = EmbeddedRedis.builder().tls(TestCertificate.create(home)).config("tls-auth-clients", "no").start();
        plain = EmbeddedRedis.start();
    }

    @AfterAll
    static void stop() {
        secure.close();
        plain.close();
    }

    private int run(EmbeddedRedis redis) {
        err = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), url -> {
            connected.add(url);
            return Inspectors.connect(url + options);
        }) {
            @Override
            public Path home() {
                return home;
            }

            @Override
            public UnaryOperator<String> environment() {
                return environment::get;
            }
        });
        commandLine.setOut(new PrintWriter(new StringWriter()));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute("queue", "ls", "--uri", redis.host() + ":" + redis.port());
    }

    @ParameterizedTest
    @ValueSource(strings = { "true", "TRUE", "True" })
    void true_is_tls(String value) {
        environment.put("ASYNQ_TLS", value);
        environment.put("ASYNQ_INSECURE", value);
        assertThat(run(secure)).as("%s", err).isZero();
        assertThat(connected).singleElement().asString().startsWith("rediss://");

        environment.remove("ASYNQ_INSECURE");
        assertThat(run(secure)).isEqualTo(1);
        assertThat(err.toString()).contains("trust-store is not set");
    }

    @Test
    void without_it_and_with_false_there_is_none() {
        assertThat(run(plain)).isZero();
        environment.put("ASYNQ_TLS", "False");
        assertThat(run(plain)).isZero();
        assertThat(run(secure)).isEqualTo(1);
    }

    @Test
    void with_it_a_server_without_tls_is_no_server() {
        environment.put("ASYNQ_TLS", "true");
        environment.put("ASYNQ_INSECURE", "true");
        // a Redis without TLS does not answer a TLS handshake
        options = "&connect-timeout=200ms&command-timeout=200ms";

        assertThat(run(plain)).isEqualTo(1);
        assertThat(connected).singleElement().asString().startsWith("rediss://");
    }

    @ParameterizedTest
    @ValueSource(strings = { "1", "0", "yes", "on", "no", "tru", " true", "garbage" })
    void anything_else_is_an_error_before_a_connection(String value) {
        for (String name : List.of("ASYNQ_TLS", "ASYNQ_INSECURE", "ASYNQ_CLUSTER")) {
            environment.clear();
            environment.put("ASYNQ_TLS", "true");
            environment.put(name, value);

            assertThat(run(plain)).isEqualTo(1);
            assertThat(err.toString()).isEqualToIgnoringNewLines(
                    "error: " + name + " is \"" + value + "\"; allowed: true or false");
        }
        assertThat(connected).isEmpty();
    }
}
