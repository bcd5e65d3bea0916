package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handlers that leave something to their thread. */
@ArquillianTest
@RunAsClient
class LeavingIT extends SampleTest {

    /** More than the server has connections in its pool. */
    private static final int CORRECT = 100;
    private static final int LEAVING = 6;

    LeavingIT() {
        super("leaving");
    }

    @BeforeEach
    void begin_without_effects() {
        ServerUnderTest.delete("api/effects");
    }

    private void sendWithoutRetries(String type, Stream<String> payloads) {
        playground.sendAll(payloads.map(payload -> "{\"type\":\"" + type + "\",\"queue\":\"leaving\",\"payload\":\""
                + payload + "\",\"maxRetry\":0}").toList());
    }

    private void awaitProcessed(int tasks) {
        await().atMost(Duration.ofSeconds(60)).until(() -> queue.processed() == tasks);
    }

    /** All handlers here run on the same few threads. */
    @ParameterizedTest
    @CsvSource({ "leaving, transaction, true", "leaving, transaction and throw, true",
            "leaving-later, transaction, true",
            "leaving, connection, false", "leaving, class loader, false", "leaving, interrupt, false",
            "leaving, request, false" })
    void a_handler_leaves_nothing_to_the_next_ones_on_its_thread(String type, String what, boolean fails) {
        sendWithoutRetries("play:" + type, Stream.generate(() -> what).limit(LEAVING));
        awaitProcessed(LEAVING);
        int failed = fails ? LEAVING : 0;
        assertThat(queue.failed()).isEqualTo(failed);

        sendWithoutRetries("play:plain", IntStream.range(0, CORRECT).mapToObj(i -> "plain " + i));
        sendWithoutRetries("play:transactional", IntStream.range(0, CORRECT).mapToObj(i -> "transactional " + i));
        awaitProcessed(LEAVING + 2 * CORRECT);

        assertThat(queue.failed()).as("only the handlers that leave something fail").isEqualTo(failed);
        assertThat(ServerUnderTest.get("api/effects").body())
                .isEqualTo(2 * CORRECT + " effects, " + 2 * CORRECT + " different");
    }

    @Test
    void the_task_of_a_handler_that_marks_its_transaction_for_rollback_fails() {
        sendWithoutRetries("play:rollback", Stream.of("x"));

        awaitProcessed(1);
        assertThat(queue.failed()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({ "message-open, open", "message, marked", "message, refused", "message, throws" })
    void a_task_that_is_acknowledged_in_a_transaction_fails_if_that_is_rolled_back(String type, String payload) {
        sendWithoutRetries("play:" + type, Stream.generate(() -> payload).limit(LEAVING));

        awaitProcessed(LEAVING);
        assertThat(queue.failed()).isEqualTo(LEAVING);
        assertThat(ServerUnderTest.get("api/effects").body()).isEqualTo("0 effects, 0 different");
    }

    @Test
    void a_task_that_is_acknowledged_in_a_transaction_is_done_after_the_commit() {
        sendWithoutRetries("play:message", IntStream.range(0, CORRECT).mapToObj(i -> "message " + i));

        awaitProcessed(CORRECT);
        assertThat(queue.failed()).isZero();
        assertThat(ServerUnderTest.get("api/effects").body())
                .isEqualTo(CORRECT + " effects, " + CORRECT + " different");
    }
}
