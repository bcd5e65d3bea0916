package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/**
 * The effect of MicroProfile Fault Tolerance annotations on the task of a handler. Each server has its own
 * implementation.
 */
@ArquillianTest
@RunAsClient
@OnOneServer
class FaultToleranceIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String LONG = "{\"ms\":60000}";

    FaultToleranceIT() {
        super("critical");
    }

    private void send(String type, String id, String payload, String more) {
        assertThat(playground.send("{\"type\":\"" + type + "\",\"id\":\"" + id
                + "\",\"queue\":\"critical\",\"payload\":" + payload + more + "}").statusCode()).isEqualTo(201);
    }

    private static String failures(int times) {
        return "{\"times\":" + times + "}";
    }

    private void awaitState(String id, String state) {
        await().atMost(LIMIT).until(() -> queue.isOnlyIn(id, state));
    }

    @Test
    void retry_calls_the_handler_again_within_the_attempt() {
        send("play:tolerant-retry", "short", failures(2), ",\"retentionSeconds\":600");

        awaitState("short", "completed");
        assertThat(queue.resultOf("short")).isEqualTo("call 3");
        assertThat(queue.message("short").retried()).isZero();
        assertThat(queue.failed()).isZero();
    }

    @Test
    void an_attempt_fails_once_when_retry_gives_up() {
        send("play:tolerant-retry", "long", failures(9), "");

        awaitState("long", "retry");
        assertThat(queue.message("long").retried()).isEqualTo(1);
        assertThat(queue.message("long").errorMessage()).isEqualTo("call 3 fails on purpose");
        assertThat(queue.failed()).isEqualTo(1);
    }

    @Test
    void timeout_interrupts_the_handler_and_fails_the_attempt() {
        send("play:tolerant-timeout", "slow", LONG, "");

        awaitState("slow", "retry");
        assertThat(queue.message("slow").retried()).isEqualTo(1);
        assertThat(queue.message("slow").errorMessage()).containsIgnoringCase("time");
        assertThat(playground.count("play:tolerant-timeout", "interrupted")).isEqualTo(1);
    }

    @Test
    void fallback_is_a_success() {
        send("play:tolerant-fallback", "replaced", failures(9), ",\"retentionSeconds\":600");

        awaitState("replaced", "completed");
        assertThat(queue.resultOf("replaced")).isEqualTo("instead");
        assertThat(queue.failed()).isZero();
    }

    @Test
    void asynchronous_lets_retry_see_a_stage_that_fails() {
        send("play:tolerant-async", "later", failures(2), ",\"retentionSeconds\":600");

        awaitState("later", "completed");
        assertThat(queue.resultOf("later")).isEqualTo("call 3");
        assertThat(queue.message("later").retried()).isZero();
    }

    @Test
    void asynchronous_lets_fallback_see_a_stage_that_fails() {
        send("play:tolerant-async", "instead", failures(9), ",\"retentionSeconds\":600");

        awaitState("instead", "completed");
        assertThat(queue.resultOf("instead")).isEqualTo("instead");
        assertThat(playground.count("play:tolerant-async", "started")).isEqualTo(3);
    }

    @Test
    void an_open_circuit_uses_up_no_retry() {
        send("play:tolerant-circuit", "first", failures(9), "");
        awaitState("first", "retry");
        send("play:tolerant-circuit", "second", failures(9), "");
        awaitState("second", "retry");

        send("play:tolerant-circuit", "third", failures(9), ",\"maxRetry\":1");

        awaitState("third", "retry");
        assertThat(queue.message("first").retried()).isEqualTo(1);
        assertThat(queue.message("third").retried()).isZero();
        assertThat(queue.failed()).isEqualTo(2);
        assertThat(playground.count("play:tolerant-circuit", "started")).isEqualTo(2);
    }

    @Test
    void a_full_bulkhead_uses_up_no_retry() {
        send("play:tolerant-bulkhead", "inside", LONG, ",\"timeoutSeconds\":5,\"maxRetry\":0");
        await().atMost(LIMIT).until(() -> playground.count("play:tolerant-bulkhead", "started") == 1);

        send("play:tolerant-bulkhead", "outside", LONG, ",\"maxRetry\":1");

        awaitState("outside", "retry");
        assertThat(queue.message("outside").retried()).isZero();
        assertThat(playground.count("play:tolerant-bulkhead", "started")).isEqualTo(1);
        awaitState("inside", "archived");
    }

    @Test
    void an_attempt_that_is_over_is_not_repeated() {
        send("play:tolerant-sleep", "over", LONG, ",\"timeoutSeconds\":1,\"maxRetry\":0");

        awaitState("over", "archived");
        send("play:tolerant-sleep", "next", "{\"ms\":1}", ",\"retentionSeconds\":600");
        awaitState("next", "completed");
        assertThat(playground.count("play:tolerant-sleep", "interrupted")).isEqualTo(1);
        assertThat(playground.count("play:tolerant-sleep", "started")).isEqualTo(2);
    }
}
