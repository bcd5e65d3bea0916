package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.HttpCookie;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/**
 * Requests generated from the OpenAPI document: no answer but 503 may have a status from 500, each must have a documented
 * status and content type and the documented schema. Runs where the environment variable {@code SCHEMATHESIS} names the
 * executable.
 */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleFuzzIT extends ConsoleTest {

    private static final String EXECUTABLE = "SCHEMATHESIS";
    private static final Path DOCUMENT = Path.of("../../connector/console/src/main/resources/META-INF/openapi.json");
    private static final Path HOOKS = Path.of("../../.ci/fuzz/hooks.py");
    private static final int SECONDS = 60;

    @Test
    void no_generated_request_gets_an_undocumented_answer() throws IOException, InterruptedException {
        String schemathesis = System.getenv(EXECUTABLE);
        assumeTrue(schemathesis != null, "NO REQUEST WAS GENERATED: the variable " + EXECUTABLE + " is not set");
        for (String queue : List.of("fuzz", "mails", "a/b")) {
            for (int i = 0; i < 8; i++) {
                enqueue(queue, "f" + i, "{\"n\":" + i + "}");
            }
        }
        ConsoleUser admin = ConsoleUser.named("admin");
        Path log = Files.createTempFile("fuzz", ".log");

        Process process = command(schemathesis, admin).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        boolean ended = process.waitFor(3L * SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();

        String output = Files.readString(log);
        assertThat(ended && process.exitValue() == 0).as(output).isTrue();
        // that the requests reached the methods: without a login each answer were a documented 401
        assertThat(output).contains(" passed").doesNotContain("Authentication failed");
        assertThat(audit()).as("changes by requests").hasSizeGreaterThan(50)
                .anySatisfy(entry -> assertThat(entry.getFields()).containsEntry("result", "done"));
    }

    private static ProcessBuilder command(String schemathesis, ConsoleUser user) {
        ProcessBuilder process = new ProcessBuilder(schemathesis, "run", DOCUMENT.toString(), "--url",
                ConsoleUser.url("api").toString(), "--seed", "4711", "--phases", "coverage,fuzzing", "--max-examples",
                "12", "--max-time", String.valueOf(SECONDS), "--continue-on-failure", "--no-shrink", "--no-color",
                "--warnings", "off", "--request-timeout", "20",
                // a stream without end, and what would end the login
                "--exclude-operation-id", "live", "--exclude-operation-id", "logout",
                // a target that does not take the message is a documented 502
                "--exclude-operation-id", "testTarget", "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
                        + "response_schema_conformance");
        process.environment().put("SCHEMATHESIS_HOOKS", HOOKS.toAbsolutePath().normalize().toString());
        process.environment().put("CONSOLE_TOKEN", user.token());
        process.environment().put("CONSOLE_COOKIE", user.cookies().getCookieStore().getCookies().stream()
                .map(HttpCookie::toString).collect(Collectors.joining("; ")));
        return process;
    }
}
