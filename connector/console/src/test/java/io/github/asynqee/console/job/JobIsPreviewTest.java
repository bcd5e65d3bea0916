package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.KeySpace;
import io.github.asynqee.fixtures.Snapshot;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.fixtures.StoredQueue;
import io.github.asynqee.fixtures.StoredQueue.Stored;
import io.github.asynqee.inspect.BulkAction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/**
 * A job changes exactly the tasks that its preview counts: each action with each state, group, condition and age, in
 * one step and by two nodes. Everything else in Redis is unchanged. One of the three queues has shards.
 */
class JobIsPreviewTest extends JobFixture {

    private static final List<String> QUEUES = List.of("mails", "mails~1", "other");

    private final Jedis jedis = new Jedis(REDIS.host(), REDIS.port());
    private List<Stored> tasks;
    private Snapshot stored;

    /** A condition: its clause, and its meaning. */
    private enum Condition {
        NONE("", task -> true), //
        TYPE("type:REPORT:", Stored::blue), //
        NO_TYPE("-type:report:", task -> !task.blue()), //
        ID("id:-BLUE", Stored::blue), //
        MEMBER("payload.tenant:blue", Stored::blue), //
        TEXT("\"t\\\":\\\"blue\"", Stored::blue), //
        HEADER("header:our=blue", Stored::blue), //
        ERROR("error:timeout", Stored::failed), //
        RETRIES("retried>=1", Stored::failed), //
        ONE_OF_TWO("(error:timeout OR id:-blue)", task -> task.failed() || task.blue());

        private final String clause;
        private final Predicate<Stored> means;

        Condition(String clause, Predicate<Stored> means) {
            this.clause = clause;
            this.means = means;
        }
    }

    /** One combination. */
    private record Case(BulkAction action, String state, boolean group, Condition condition, boolean older) {

        String query() {
            return Stream.of("queue:mails", "state:" + state, group ? "group:\"" + StoredQueue.GROUP + "\"" : "",
                    condition.clause, older ? "age>1h" : "").filter(clause -> !clause.isEmpty())
                    .collect(Collectors.joining(" "));
        }

        boolean means(Stored task) {
            return !task.queue().equals("other") && task.state().equals(state) && (!group || task.grouped())
                    && condition.means.test(task) && (!older || task.isOld());
        }

        /** Whether the action is made for the state; if not, what matches is skipped. */
        boolean isAllowed() {
            return switch (action) {
                case RUN -> !state.equals("active") && !state.equals("pending");
                case ARCHIVE -> !state.equals("active") && !state.equals("archived");
                case DELETE -> !state.equals("active");
                case CANCEL -> state.equals("active");
                case RESTORE -> false;
            };
        }

        /** The state of the changed tasks, {@code null} if they are deleted. */
        String target() {
            return switch (action) {
                case RUN -> "pending";
                case ARCHIVE -> "archived";
                default -> null;
            };
        }
    }

    /** All states with all conditions, so that each two of condition, group and age meet in some case. */
    private static List<Case> cases(BulkAction action) {
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < StoredQueue.STATES.size(); i++) {
            for (Condition condition : Condition.values()) {
                int number = condition.ordinal() + i;
                cases.add(new Case(action, StoredQueue.STATES.get(i), number % 2 == 0, condition,
                        number / 2 % 2 == 0));
            }
        }
        return cases;
    }

    @BeforeEach
    void store() {
        REDIS.clear();
        tasks = QUEUES.stream().flatMap(queue -> StoredQueue.store(jedis, queue).stream()).toList();
        jedis.hset("asynq:shards", "mails", "2 1");
        stored = Snapshot.of(jedis);
    }

    @AfterEach
    void disconnect() {
        jedis.close();
    }

    private Set<String> expected(Case tested) {
        return tasks.stream().filter(tested::means).map(Stored::id).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(value = BulkAction.class, names = "RESTORE", mode = EnumSource.Mode.EXCLUDE)
    @SomeDays(oneIn = 3)
    void what_is_changed_is_what_the_preview_counts(BulkAction action) {
        for (Case tested : cases(action)) {
            stored.restore(jedis);
            KeySpace before = KeySpace.of(jedis);
            Set<String> expected = expected(tested);

            Jobs.Preview preview = jobs.preview(action, tested.query(), null);
            assertThat(preview.matching()).as("%s", tested).isEqualTo(expected.size());
            assertThat(preview.sample()).as("%s", tested).hasSize(Math.min(expected.size(), 10))
                    .allMatch(task -> expected.contains(task.info().id()));
            assertThat(KeySpace.of(jedis).differences(before)).as("%s", tested).isEmpty();

            Job job = create(action, tested.query(), "test", null);
            runAll();

            assertEnd(tested, job, before, expected);
        }
    }

    @ParameterizedTest
    @EnumSource(value = BulkAction.class, names = { "RUN", "ARCHIVE", "DELETE" })
    @SomeDays(oneIn = 3)
    void what_two_nodes_change_is_what_the_preview_counts(BulkAction action) {
        for (Case tested : cases(action)) {
            Set<String> expected = expected(tested);
            if (expected.size() < 2 || !tested.isAllowed()) {
                continue;
            }
            stored.restore(jedis);
            KeySpace before = KeySpace.of(jedis);
            Job job = jobs.create(new Job.Request(action, tested.query(), "test", null, true, 1L), "ann");
            runner.stepOfEach();
            assertThat(jobs.one(job.id()).changed()).as("%s", tested).isEqualTo(1);

            // the first node dies, and the rest has no pace
            String key = "asynq:console:job:{" + job.id() + "}";
            assertThat(jedis.hdel(key, "pace")).isEqualTo(1);
            jedis.del(key + ":lease");
            JobRunner other = runner();
            while (other.stepOfEach()) {
                assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
            }

            assertEnd(tested, job, before, expected);
        }
    }

    private void assertEnd(Case tested, Job job, KeySpace before, Set<String> expected) {
        Set<String> changes = tested.isAllowed() ? expected : Set.of();
        assertThat(jobs.one(job.id())).as("%s", tested).satisfies(end -> {
            assertThat(end.state()).isEqualTo(JobState.DONE);
            assertThat(end.changed()).isEqualTo(changes.size());
            assertThat(end.failed()).isZero();
        });
        KeySpace after = KeySpace.of(jedis);
        assertThat(tested.action() == BulkAction.CANCEL ? after.differences(before)
                : after.wrongAfter(before, changes, tested.target())).as("%s", tested).isEmpty();
    }
}
