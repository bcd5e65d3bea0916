package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.KeySpace;
import io.github.asynqee.fixtures.Snapshot;
import io.github.asynqee.fixtures.StoredQueue;
import io.github.asynqee.fixtures.StoredQueue.Stored;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/**
 * The methods that change all tasks of a state or group change exactly the tasks that a count finds, and nothing else
 * in Redis. Tests a queue with its shards, and a single shard.
 */
class ChangesOfAllTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Jedis jedis = new Jedis(REDIS.host(), REDIS.port());
    private List<Stored> tasks;
    private Snapshot stored;
    private Inspector shards;

    @BeforeEach
    void store() {
        REDIS.clear();
        shards = Inspectors.connect(REDIS.url());
        tasks = List.of("mails", "mails~1", "other").stream()
                .flatMap(queue -> StoredQueue.store(jedis, queue).stream()).toList();
        jedis.hset("asynq:shards", "mails", "2 1");
        stored = Snapshot.of(jedis);
    }

    @AfterEach
    void close() {
        shards.close();
        jedis.close();
    }

    @ParameterizedTest
    @CsvSource({ "RUN, SCHEDULED RETRY ARCHIVED", "ARCHIVE, PENDING SCHEDULED RETRY",
            "DELETE, PENDING SCHEDULED RETRY ARCHIVED COMPLETED" })
    void all_tasks_of_a_state_are_changed_or_none(BulkAction action, String allowed) {
        for (Inspector inspector : List.of(shards, shards.logical())) {
            for (TaskState state : TaskState.values()) {
                stored.restore(jedis);
                KeySpace before = KeySpace.of(jedis);
                Set<String> expected = expected(inspector, TaskFilter.ALL.inStates(state));

                if (List.of(allowed.split(" ")).contains(state.name())) {
                    assertThat(change(inspector, action, state)).as("%s", state).isEqualTo(expected.size());
                } else {
                    assertThatThrownBy(() -> change(inspector, action, state)).as("%s", state)
                            .isInstanceOf(IllegalArgumentException.class);
                    expected = Set.of();
                }
                assertOnly(before, expected, action);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({ "RUN", "ARCHIVE", "DELETE" })
    void all_tasks_of_a_group_are_changed(BulkAction action) {
        for (Inspector inspector : List.of(shards, shards.logical())) {
            stored.restore(jedis);
            KeySpace before = KeySpace.of(jedis);
            Set<String> expected = expected(inspector,
                    TaskFilter.ALL.inStates(TaskState.AGGREGATING).inGroup(StoredQueue.GROUP));

            assertThat(changeGroup(inspector, action)).isEqualTo(expected.size());
            assertOnly(before, expected, action);
        }
    }

    /** Returns the IDs that a count finds. */
    private Set<String> expected(Inspector inspector, TaskFilter filter) {
        String state = filter.states().iterator().next().wireName();
        Set<String> queues = inspector == shards ? Set.of("mails") : Set.of("mails", "mails~1");
        Set<String> expected = tasks.stream()
                .filter(task -> queues.contains(task.queue()) && task.state().equals(state)
                        && (filter.group().isEmpty() || task.grouped()))
                .map(Stored::id).collect(Collectors.toSet());
        assertThat(inspector.bulk().count(filter.inQueues("mails"), null, LONG).matching()).isEqualTo(expected.size());
        return expected;
    }

    private static int change(Inspector inspector, BulkAction action, TaskState state) {
        return switch (action) {
            case RUN -> inspector.bulk().runAll("mails", state);
            case ARCHIVE -> inspector.bulk().archiveAll("mails", state);
            default -> inspector.bulk().deleteAll("mails", state);
        };
    }

    private static int changeGroup(Inspector inspector, BulkAction action) {
        return switch (action) {
            case RUN -> inspector.bulk().runGroup("mails", StoredQueue.GROUP);
            case ARCHIVE -> inspector.bulk().archiveGroup("mails", StoredQueue.GROUP);
            default -> inspector.bulk().deleteGroup("mails", StoredQueue.GROUP);
        };
    }

    private void assertOnly(KeySpace before, Set<String> changed, BulkAction action) {
        String state = switch (action) {
            case RUN -> "pending";
            case ARCHIVE -> "archived";
            default -> null;
        };
        assertThat(KeySpace.of(jedis).wrongAfter(before, changed, state)).isEmpty();
    }
}
