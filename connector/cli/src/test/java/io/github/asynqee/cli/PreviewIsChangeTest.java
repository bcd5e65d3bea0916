package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.JsonParser;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.KeySpace;
import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.fixtures.Snapshot;
import io.github.asynqee.fixtures.StoredQueue;
import io.github.asynqee.fixtures.StoredQueue.Stored;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/**
 * A bulk command changes exactly the tasks that its dry run lists, and nothing else in Redis. Tests each action with
 * each state, group, condition and age, in one run and resumed. One of the two queues has shards. The profile
 * {@code thorough} tries all combinations, otherwise each condition meets every fourth state.
 */
@Tag("thorough")
class PreviewIsChangeTest extends CommandTest {

    private static final List<String> QUEUES = List.of("mails", "mails~1", "other");
    /** Each action and state is tested with one in this many conditions. */
    private static final int ONE_IN = 12;
    private static final int SHIFT = Sample.of("conditions", IntStream.range(0, ONE_IN).boxed().toList(), 1).get(0);
    private static final boolean[] BOTH = { false, true };
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;
    private Jedis jedis;
    private Inspector inspector;
    private List<Stored> tasks;
    private Snapshot stored;

    /** A condition: the command-line options, the filter of the inspector, and its meaning. */
    private enum Condition {
        NONE("", filter -> filter, task -> true), //
        TYPE("--type REPORT:", filter -> filter.withType("REPORT:"), Stored::blue), //
        EXACT_TYPE("--exact-type report:daily", filter -> filter.withExactType("report:daily"), Stored::blue), //
        ID("--id -BLUE", filter -> filter.withId("-BLUE"), Stored::blue), //
        PAYLOAD("--payload t\":\"blue", filter -> filter.withPayload("t\":\"blue"), Stored::blue), //
        HEADER("--header our=blue", filter -> filter.withHeader("our=blue"), Stored::blue), //
        ERROR("--error timeout", filter -> filter.withError("timeout"), Stored::failed), //
        RETRIES("--min-retried 1", filter -> filter.withMinRetried(1), Stored::failed);

        private final List<String> options;
        private final UnaryOperator<TaskFilter> filter;
        private final Predicate<Stored> means;

        Condition(String options, UnaryOperator<TaskFilter> filter, Predicate<Stored> means) {
            this.options = options.isEmpty() ? List.of() : List.of(options.split(" "));
            this.filter = filter;
            this.means = means;
        }
    }

    /** One combination. */
    private record Case(BulkAction action, TaskState state, boolean group, Condition condition, boolean older) {

        List<String> command() {
            List<String> command = new ArrayList<>(
                    List.of("task", action.name().toLowerCase(Locale.ROOT) + "all", "-q", "mails"));
            command.addAll(action == BulkAction.CANCEL ? List.of() : List.of("-s", state.name()));
            command.addAll(group ? List.of("-g", StoredQueue.GROUP) : List.of());
            command.addAll(condition.options);
            command.addAll(older ? List.of("--older-than", "1h") : List.of());
            return command;
        }

        boolean means(Stored task) {
            return !task.queue().equals("other") && task.state().equals(state.wireName()) && (!group || task.grouped())
                    && condition.means.test(task) && (!older || task.isOld());
        }

        TaskFilter filter() {
            TaskFilter filter = condition.filter.apply(TaskFilter.ALL).inQueues("mails").inStates(state)
                    .inGroup(group ? StoredQueue.GROUP : "");
            return older ? filter.notAfter(StoredQueue.NOW.minus(Duration.ofHours(1))) : filter;
        }

        /** Whether the action applies to the state; otherwise it skips matching tasks. */
        boolean isAllowed() {
            return switch (action) {
                case RUN -> state != TaskState.ACTIVE && state != TaskState.PENDING;
                case ARCHIVE -> state != TaskState.ACTIVE && state != TaskState.ARCHIVED;
                case DELETE -> state != TaskState.ACTIVE;
                case CANCEL -> state == TaskState.ACTIVE;
                case RESTORE -> false;
            };
        }
    }

    private static Stream<Arguments> actionsAndStates() {
        return Stream.concat(Stream.of(BulkAction.RUN, BulkAction.ARCHIVE, BulkAction.DELETE)
                .flatMap(action -> Stream.of(TaskState.values()).map(state -> Arguments.of(action, state))),
                Stream.of(Arguments.of(BulkAction.CANCEL, TaskState.ACTIVE)));
    }

    /** Combines each condition with all groups and ages, or some conditions with one group and age. */
    private static List<Case> cases(BulkAction action, TaskState state) {
        List<Case> cases = new ArrayList<>();
        for (Condition condition : Condition.values()) {
            if (Sample.ALL || (condition.ordinal() + state.ordinal() + action.ordinal() + SHIFT) % ONE_IN == 0) {
                List<Case> all = new ArrayList<>();
                for (boolean older : BOTH) {
                    for (boolean group : BOTH) {
                        all.add(new Case(action, state,
                                action != BulkAction.CANCEL && (group || state == TaskState.AGGREGATING), condition,
                                older));
                    }
                }
                cases.addAll(Sample.of(action + " " + state + " " + condition, all, 1));
            }
        }
        return cases.stream().distinct().toList();
    }

    @Override
    AsynqCommand command() {
        return new AsynqCommand(Clock.fixed(StoredQueue.NOW, ZoneOffset.UTC), Inspectors::connect);
    }

    @BeforeEach
    void store() {
        jedis = new Jedis(redis.host(), redis.port());
        inspector = Inspectors.connect(redis.url()).logical();
        tasks = QUEUES.stream().flatMap(queue -> StoredQueue.store(jedis, queue).stream()).toList();
        jedis.hset("asynq:shards", "mails", "2 1");
        stored = Snapshot.of(jedis);
    }

    @AfterEach
    void close() {
        inspector.close();
        jedis.close();
    }

    private int run(List<String> command, String... more) {
        return run(Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static List<String> confirmed(Case tested) {
        List<String> command = new ArrayList<>(tested.command());
        if (tested.action() == BulkAction.DELETE) {
            command.add("--yes");
        }
        return command;
    }

    @ParameterizedTest
    @MethodSource("actionsAndStates")
    void what_is_changed_is_what_the_dry_run_names(BulkAction action, TaskState state) throws IOException {
        for (Case tested : cases(action, state)) {
            Path results = folder.resolve("results");
            Set<String> expected = ids(tasks.stream().filter(tested::means));
            stored.restore(jedis);
            KeySpace before = space();

            assertThat(run(confirmed(tested), "--dry-run")).as("%s: %s", tested, err).isZero();
            assertThat(named()).as("%s", tested).hasSize(Math.min(expected.size(), 10)).isSubsetOf(expected);
            assertThat(lines().get(0)).as("%s", tested).startsWith(expected.size() + " of ");
            assertThat(space().differences(before)).as("%s", tested).isEmpty();

            Files.deleteIfExists(results);
            assertThat(run(confirmed(tested), "--results", results.toString())).as("%s: %s", tested, err).isZero();

            Set<String> changes = tested.isAllowed() ? expected : Set.of();
            assertThat(changed(results)).as("%s", tested).isEqualTo(changes);
            assertThatOnly(changes, action, before);
        }
    }

    @ParameterizedTest
    @MethodSource("actionsAndStates")
    void what_is_changed_after_a_resume_is_the_rest_of_what_the_dry_run_names(BulkAction action, TaskState state)
            throws IOException {
        for (Case tested : cases(action, state)) {
            Path results = folder.resolve("results");
            Set<String> expected = ids(tasks.stream().filter(tested::means));
            stored.restore(jedis);
            KeySpace before = space();
            String next = inspector.bulk().change(action, tested.filter(), null, 1, LONG).next();
            if (next == null || !tested.isAllowed()) {
                continue;
            }
            KeySpace begun = space();

            assertThat(run(confirmed(tested), "--resume", next, "--dry-run")).as("%s", tested).isEqualTo(2);
            for (List<String> other : others(tested)) {
                assertThat(run(other, "--resume", next)).as("%s: %s", other, out).isNotZero();
                assertThat(space().differences(begun)).as("%s", other).isEmpty();
            }
            Files.deleteIfExists(results);
            assertThat(run(confirmed(tested), "--resume", next, "--results", results.toString()))
                    .as("%s: %s", tested, err).isZero();

            assertThat(changed(results)).as("%s", tested).hasSize(expected.size() - 1);
            assertThat(expected).as("%s", tested).containsAll(changed(results));
            assertThatOnly(expected, action, before);
        }
    }

    /** The same command without its condition, without its age, without its group, and for the other queue. */
    private static List<List<String>> others(Case tested) {
        Case noCondition = new Case(tested.action(), tested.state(), tested.group(), Condition.NONE, tested.older());
        Case noAge = new Case(tested.action(), tested.state(), tested.group(), tested.condition(), false);
        Case noGroup = new Case(tested.action(), tested.state(), false, tested.condition(), tested.older());
        List<List<String>> others = new ArrayList<>();
        Stream.of(noCondition, noAge, noGroup).filter(other -> !other.equals(tested))
                .forEach(other -> others.add(confirmed(other)));
        List<String> otherQueue = confirmed(tested);
        otherQueue.set(otherQueue.indexOf("mails"), "other");
        others.add(otherQueue);
        return others;
    }

    @ParameterizedTest
    @EnumSource(value = BulkAction.class, names = { "RUN", "ARCHIVE", "DELETE" })
    void all_tasks_of_a_state_or_group_are_changed_or_none(BulkAction action) {
        for (TaskState state : TaskState.values()) {
            Case tested = new Case(action, state, state == TaskState.AGGREGATING, Condition.NONE, false);
            Set<String> expected = ids(tasks.stream().filter(tested::means));
            stored.restore(jedis);
            KeySpace before = space();

            int code = run(confirmed(tested));

            boolean refused = !tested.isAllowed() || state == TaskState.COMPLETED && action != BulkAction.DELETE;
            assertThat(code).as("%s: %s", tested, err).isEqualTo(refused ? 1 : 0);
            assertThatOnly(refused ? Set.of() : expected, action, before);
        }
    }

    @ParameterizedTest
    @EnumSource(value = BulkAction.class, names = { "RUN", "ARCHIVE", "DELETE" })
    void an_empty_text_is_no_condition_that_all_tasks_fulfil(BulkAction action) {
        KeySpace before = space();
        for (String option : List.of("--group", "--id", "--type", "--exact-type", "--payload", "--error", "--header")) {
            for (TaskState state : List.of(TaskState.AGGREGATING, TaskState.RETRY)) {
                List<String> command = confirmed(new Case(action, state,
                        state == TaskState.AGGREGATING && !option.equals("--group"), Condition.NONE, false));

                assertThat(run(command, option, "")).as("%s %s", option, state).isEqualTo(2);
                assertThat(err.toString()).contains(option, "empty");
                assertThat(space().differences(before)).isEmpty();
            }
        }
    }

    /** Returns the IDs printed by a dry run. */
    private Set<String> named() {
        return lines().stream().skip(3).map(line -> line.split(" +")[2]).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> changed(Path results) throws IOException {
        // the file does not exist if no task matched
        return (Files.exists(results) ? Files.readAllLines(results) : List.<String>of()).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(line -> line.get("outcome").getAsString().equals("changed"))
                .map(line -> line.get("id").getAsString()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> ids(Stream<Stored> some) {
        return some.map(Stored::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private void assertThatOnly(Set<String> changed, BulkAction action, KeySpace before) {
        if (action == BulkAction.CANCEL) {
            assertThat(space().differences(before)).isEmpty();
            return;
        }
        String state = switch (action) {
            case RUN -> "pending";
            case ARCHIVE -> "archived";
            default -> null;
        };
        assertThat(space().wrongAfter(before, changed, state)).isEmpty();
    }

    private KeySpace space() {
        return KeySpace.of(jedis);
    }
}
