package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.TaskActions;
import io.github.asynqee.fixtures.StoredQueue;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The console accepts for a task the actions that it offers for its state, and no others. */
class OfferedActionsTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private static final Map<String, Call> CALLS = Map.of("run", OneTaskResource::run, "archive",
            OneTaskResource::archive, "restore", OneTaskResource::restore, "cancel", OneTaskResource::cancel, "delete",
            OneTaskResource::delete, "unlock", OneTaskResource::unlock, "reschedule",
            task -> task.reschedule("{\"at\":\"2040-01-01T00:00:00Z\"}"), "edit",
            task -> task.edit("{\"maxRetry\":7}"), "clone", task -> task.duplicate("{}"), "move",
            task -> task.move("{\"queue\":\"other\"}"));

    private final TestConsole console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());

    private interface Call {
        void on(OneTaskResource task);
    }

    @AfterEach
    void close() {
        console.close();
    }

    private OneTaskResource task(String state) {
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString("q");
        task.id = Segment.fromString("q/" + state + "-n-red-new");
        task.console = console;
        task.notes = new AuditNotes();
        return task;
    }

    private boolean isAccepted(String state, String action) {
        REDIS.clear();
        try (Jedis jedis = new Jedis(REDIS.url())) {
            StoredQueue.store(jedis, "q");
            jedis.sadd("asynq:queues", "other");
        }
        OneTaskResource task = task(state.equals("archived") ? "pending" : state);
        if (state.equals("archived")) {
            task.archive();
        }
        try {
            CALLS.get(action).on(task);
            return true;
        } catch (ProblemException | TaskStateException e) {
            return false;
        }
    }

    @Test
    void each_state_allows_what_is_offered_for_it() {
        for (Map.Entry<String, List<String>> state : TaskActions.byState().entrySet()) {
            TreeSet<String> accepted = new TreeSet<>(CALLS.keySet());
            accepted.removeIf(action -> !isAccepted(state.getKey(), action));

            assertThat(accepted).as(state.getKey()).containsExactlyInAnyOrderElementsOf(state.getValue());
        }
    }
}
