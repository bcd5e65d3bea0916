package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import jakarta.json.JsonObject;

import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** Cancellation of running tasks, as asynq's tools request it, and the events that report failures. */
@ArquillianTest
@RunAsClient
@OnOneServer
class CancellationIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    CancellationIT() {
        super("default");
    }

    /** What {@code asynq task cancel} and asynqmon do. */
    private long cancel(String id) {
        return redis.publish(GlobalKeys.CANCEL, id);
    }

    @Test
    void a_running_task_is_interrupted_and_tried_again_later() {
        playground.send("{\"type\":\"play:sleep\",\"id\":\"cancelled\",\"payload\":{\"ms\":600000}}");
        playground.send("{\"type\":\"play:sleep\",\"id\":\"other\",\"payload\":{\"ms\":600000}}");
        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "running") == 2);

        await().atMost(LIMIT).until(() -> queue.progressOf("cancelled") != null);
        assertThat(queue.progressOf("cancelled").note()).isEqualTo("asleep");
        assertThat(cancel("cancelled")).isEqualTo(1);

        await().atMost(LIMIT).until(() -> queue.isOnlyIn("cancelled", "retry"));
        assertThat(queue.message("cancelled").errorMessage()).isEqualTo("context canceled");
        assertThat(queue.message("cancelled").retried()).isEqualTo(1);
        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "interrupted") == 1);
        assertThat(queue.isOnlyIn("other", "active")).isTrue();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(playground.events()).anySatisfy(event -> {
            assertThat(event.getString("event")).isEqualTo("TaskRetried");
            assertThat(event.getString("id")).isEqualTo("cancelled");
            assertThat(event.getString("error")).isEqualTo("context canceled");
        }));
        cancel("other");
        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "running") == 0);
    }

    @Test
    void a_handler_that_ignores_it_keeps_its_lane_and_its_late_success_changes_nothing() {
        playground.send("{\"type\":\"play:hang\",\"id\":\"deaf\",\"payload\":{\"ms\":8000}}");
        await().atMost(LIMIT).until(() -> playground.count("play:hang", "running") == 1);

        cancel("deaf");

        await().atMost(LIMIT).until(() -> queue.isOnlyIn("deaf", "retry"));
        assertThat(playground.count("play:hang", "running")).isEqualTo(1);
        await().atMost(LIMIT).until(() -> playground.count("play:hang", "succeeded") == 1);
        assertThat(queue.isOnlyIn("deaf", "retry")).isTrue();
        assertThat(queue.processed()).isEqualTo(1);
        assertThat(queue.failed()).isEqualTo(1);
    }

    @Test
    void an_unknown_id_has_no_effect() {
        playground.send("{\"type\":\"play:sleep\",\"id\":\"steady\",\"payload\":{\"ms\":1500}}");
        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "started") == 1);

        cancel("unknown");

        await().atMost(LIMIT).until(() -> playground.count("play:sleep", "succeeded") == 1);
        await().atMost(LIMIT).until(() -> queue.isGone("steady"));
    }

    @Test
    void an_archived_task_fires_an_event_and_leaves_a_dead_letter() {
        playground.send("{\"type\":\"play:skip\",\"id\":\"skipped\"}");

        await().atMost(LIMIT).until(() -> queue.isOnlyIn("skipped", "archived"));
        await().atMost(LIMIT).untilAsserted(() -> {
            JsonObject last = playground.events().stream().filter(event -> event.getString("id").equals("skipped"))
                    .findFirst().orElseThrow();
            assertThat(last.getString("event")).isEqualTo("TaskArchived");
            assertThat(last.getString("error")).isEqualTo("not worth another attempt");
        });
        QueueState graveyard = new QueueState(redis, "graveyard");
        assertThat(graveyard.pending()).isEqualTo(1);
        TaskMessage letter = graveyard.message(graveyard.firstPending());
        assertThat(letter.type()).isEqualTo("play:dead");
        assertThat(letter.headers()).containsEntry("dead-letter-id", "skipped")
                .containsEntry("dead-letter-queue", "default").containsEntry("dead-letter-type", "play:skip")
                .containsEntry("dead-letter-error", "not worth another attempt");
    }
}
