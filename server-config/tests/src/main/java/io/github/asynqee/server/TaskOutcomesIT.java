package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;

import io.github.asynqee.internal.protocol.TaskMessage;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** From HTTP through Redis to a handler, and what stands in Redis then. */
@ArquillianTest
@RunAsClient
class TaskOutcomesIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    TaskOutcomesIT() {
        super("critical");
    }

    /** Sends a task to the queue {@code critical}: type, ID and further members of its JSON. */
    private HttpResponse<String> send(String type, String id, String more) {
        return playground
                .send("{\"type\":\"" + type + "\",\"id\":\"" + id + "\",\"queue\":\"critical\"" + more + "}");
    }

    private void awaitState(String id, String state) {
        await().atMost(LIMIT).until(() -> queue.isOnlyIn(id, state));
    }

    @Test
    void a_task_that_succeeds_is_deleted_and_counted() {
        HttpResponse<String> answer = send("play:echo", "echo-1", ",\"payload\":{\"a\":1}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).contains("\"id\":\"echo-1\"", "\"queue\":\"critical\"", "\"state\":\"pending\"");
        await().atMost(LIMIT).until(() -> queue.isGone("echo-1") && queue.processed() == 1);
        assertThat(queue.failed()).isZero();
        assertThat(queue.active() + queue.leased() + queue.pending()).isZero();
        assertThat(redis.smembers("asynq:queues")).contains("critical");
    }

    @Test
    void a_task_with_a_retention_is_kept_with_its_result() {
        send("play:echo", "kept", ",\"payload\":{\"a\":1},\"retentionSeconds\":600");

        awaitState("kept", "completed");
        assertThat(queue.resultOf("kept")).isEqualTo("{\"a\":1}");
        assertThat(queue.message("kept").completedAt()).isNotNull();
    }

    @Test
    void a_task_that_fails_is_tried_again_until_it_succeeds() {
        send("play:fail", "twice", ",\"payload\":{\"times\":1},\"maxRetry\":3,\"retentionSeconds\":600");

        awaitState("twice", "retry");
        TaskMessage failed = queue.message("twice");
        assertThat(failed.retried()).isEqualTo(1);
        assertThat(failed.errorMessage()).isEqualTo("attempt 1 fails on purpose");
        assertThat(queue.processed()).isEqualTo(1);
        assertThat(queue.failed()).isEqualTo(1);
        queue.makeDue("twice");
        awaitState("twice", "completed");
    }

    @Test
    void a_task_without_retries_left_is_archived() {
        send("play:crash", "crash", ",\"maxRetry\":0");

        awaitState("crash", "archived");
        assertThat(queue.message("crash").errorMessage()).contains("AssertionError", "crashes on purpose");
        assertThat(queue.failed()).isEqualTo(1);
    }

    @Test
    void a_task_not_worth_another_attempt_is_archived_at_once() {
        send("play:skip", "skip", ",\"maxRetry\":5");

        awaitState("skip", "archived");
        assertThat(queue.message("skip").errorMessage()).isEqualTo("not worth another attempt");
        assertThat(queue.message("skip").retried()).isZero();
    }

    @Test
    void a_task_that_is_revoked_is_deleted_though_it_has_a_retention() {
        send("play:revoke", "revoke", ",\"retentionSeconds\":600");

        await().atMost(LIMIT).until(() -> queue.isGone("revoke") && queue.processed() == 1);
        assertThat(queue.failed()).isZero();
    }

    @Test
    void a_task_that_takes_too_long_fails_and_its_handler_is_interrupted() {
        send("play:sleep", "slow", ",\"payload\":{\"ms\":60000},\"timeoutSeconds\":1,\"maxRetry\":0");

        awaitState("slow", "archived");
        assertThat(queue.message("slow").errorMessage()).isEqualTo("context deadline exceeded");
        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "interrupted") == 1);
    }

    @Test
    void a_task_no_channel_handles_stays_for_other_workers() {
        send("play:unknown", "unknown", "");
        send("play:echo", "behind", "");
        await().atMost(LIMIT).until(() -> queue.isGone("behind"));

        assertThat(queue.isOnlyIn("unknown", "pending")).isTrue();
        assertThat(queue.message("unknown").errorMessage()).isEmpty();
    }

    @Test
    void a_task_whose_payload_is_not_what_the_handler_wants_is_archived() {
        send("play:sleep", "wrong", ",\"payload\":\"no object\"");

        awaitState("wrong", "archived");
        assertThat(queue.message("wrong").errorMessage()).contains("play:sleep", "Pause");
    }

    @Test
    void a_task_for_later_waits() {
        HttpResponse<String> answer = send("play:echo", "later", ",\"processInMillis\":3600000");

        assertThat(answer.body()).contains("\"state\":\"scheduled\"");
        assertThat(queue.isOnlyIn("later", "scheduled")).isTrue();
    }

    @Test
    void a_transaction_is_committed_or_rolled_back_with_the_task() {
        send("play:tx", "good", ",\"payload\":{\"fail\":false},\"retentionSeconds\":600");
        send("play:tx", "bad", ",\"payload\":{\"fail\":true},\"maxRetry\":0");

        awaitState("good", "completed");
        awaitState("bad", "archived");
        assertThat(playground.score().getJsonObject("transactions").toString())
                .isEqualTo("{\"committed\":1,\"rolledBack\":1}");
    }

    @Test
    void a_handler_may_end_on_another_thread() {
        send("play:async", "async", ",\"payload\":{\"ms\":100},\"retentionSeconds\":600");

        awaitState("async", "completed");
        assertThat(queue.resultOf("async")).startsWith("platform ");
    }

    @Test
    void an_id_is_taken_once_and_a_unique_task_is_accepted_once() {
        assertThat(send("play:echo", "one", ",\"processInMillis\":3600000").statusCode()).isEqualTo(201);
        HttpResponse<String> sameId = send("play:echo", "one", "");
        assertThat(sameId.statusCode()).isEqualTo(409);
        assertThat(sameId.body()).contains("id-conflict");

        String unique = "{\"type\":\"play:echo\",\"queue\":\"critical\",\"payload\":7,\"uniqueForSeconds\":60,"
                + "\"processInMillis\":3600000}";
        assertThat(playground.send(unique).statusCode()).isEqualTo(201);
        HttpResponse<String> duplicate = playground.send(unique);
        assertThat(duplicate.statusCode()).isEqualTo(409);
        assertThat(duplicate.body()).contains("duplicate");
    }

    @Test
    void bad_input_is_refused_with_a_sentence() {
        HttpResponse<String> noType = playground.send("{\"queue\":\"critical\"}");
        assertThat(noType.statusCode()).isEqualTo(400);
        assertThat(noType.body()).contains("type");
        HttpResponse<String> blankQueue = playground.send("{\"type\":\"play:echo\",\"queue\":\" \"}");
        assertThat(blankQueue.statusCode()).isEqualTo(400);
        assertThat(blankQueue.body()).contains("queue name must contain one or more characters");
    }
}
