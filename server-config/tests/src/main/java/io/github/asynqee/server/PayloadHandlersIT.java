package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Handlers that take the payload: the injected task, transactions, and the lines that a failure writes to the server's
 * log.
 */
@ArquillianTest
@RunAsClient
class PayloadHandlersIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FAILURE = "java.lang.IllegalStateException: fails on purpose";

    private int logged;

    PayloadHandlersIT() {
        super("critical");
    }

    @BeforeEach
    void remember_the_end_of_the_log() throws IOException {
        logged = log().size();
    }

    private static List<String> log() throws IOException {
        return Files.readAllLines(ServerUnderTest.log());
    }

    /** The lines logged since the test began. */
    private List<String> logOfTest() throws IOException {
        List<String> all = log();
        return all.subList(logged, all.size());
    }

    private void send(String type, String id, boolean fail, int maxRetry) {
        playground.send("{\"type\":\"" + type + "\",\"id\":\"" + id + "\",\"queue\":\"critical\",\"payload\":{\"fail\":"
                + fail + "},\"maxRetry\":" + maxRetry + ",\"retentionSeconds\":600}");
    }

    private void awaitState(String id, String state) {
        await().atMost(LIMIT).until(() -> queue.isOnlyIn(id, state));
    }

    /** The only line about a task, and nothing of the runtime about its exception. */
    private void assertLogged(String id, String level, String text) throws IOException {
        await().atMost(LIMIT).until(() -> logOfTest().stream().anyMatch(line -> line.contains(id)));
        List<String> lines = logOfTest();
        assertThat(lines).filteredOn(line -> line.contains(id)).singleElement().asString()
                .containsPattern(level).contains("in queue critical: " + text)
                .containsPattern(Pattern.quote(FAILURE) + " \\(PayloadHandlers\\.java:\\d+\\)$");
        assertThat(lines).noneMatch(line -> line.contains("SRMSG00200"))
                .noneMatch(line -> line.startsWith("\tat ") || line.startsWith(FAILURE));
    }

    @Test
    void the_injected_task_is_that_of_the_handler() {
        send("play:context", "context-1", false, 3);

        awaitState("context-1", "completed");
        assertThat(queue.resultOf("context-1")).isEqualTo("play:context context-1 attempt 1");
        assertThat(queue.progressOf("context-1").note()).isEqualTo("committed");
    }

    @Test
    void a_failure_rolls_the_transaction_back_and_is_one_line_in_the_log() throws IOException {
        send("play:context", "context-2", true, 0);

        awaitState("context-2", "archived");
        assertThat(queue.message("context-2").errorMessage()).isEqualTo("fails on purpose");
        assertThat(queue.progressOf("context-2").note()).isEqualTo("rolled back");
        assertLogged("context-2", "WARN|[^a-zA-Z]W ", "attempt 1 of 1 failed, archived: ");
    }

    @Test
    void a_failure_on_another_thread_is_one_line_in_the_log() throws IOException {
        send("play:later", "later-1", true, 1);

        awaitState("later-1", "retry");
        assertLogged("later-1", "INFO|[^a-zA-Z]I ", "attempt 1 of 2 failed, retried at ");
    }

    @Test
    void a_failure_before_the_next_task_is_one_line_in_the_log_and_enqueues_nothing() throws IOException {
        QueueState next = new QueueState(redis, "default");
        send("play:chain", "chain-1", true, 0);
        awaitState("chain-1", "archived");
        assertLogged("chain-1", "WARN|[^a-zA-Z]W ", "attempt 1 of 1 failed, archived: ");
        assertThat(next.scheduled()).isZero();

        send("play:chain", "chain-2", false, 0);

        awaitState("chain-2", "completed");
        assertThat(next.scheduled()).isEqualTo(1);
    }
}
