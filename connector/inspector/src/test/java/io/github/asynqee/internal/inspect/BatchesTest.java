package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.BatchDeletion;
import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.inspect.BatchInfo.Following;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.inspect.BatchNotFoundException;
import io.github.asynqee.inspect.Batches;
import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Listed;
import io.github.asynqee.internal.feature.batch.BatchCommands.Page;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.walk.ChosenTasks;
import io.github.asynqee.internal.inspect.walk.KnownTasks;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class BatchesTest extends InspectorTest {

    @BeforeEach
    void enqueue() {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.batch("b")
                    .add(List.of(Task.of("member", "").id("m1"), Task.of("member", "").id("m2").queue("other")))
                    .onSuccess(Task.of("callback", "").queue("other")).enqueue();
        }
    }

    @Test
    void a_batch_is_listed_with_its_progress_and_what_follows() {
        BatchInfo batch = inspector.batches().list("default", 10).get(0);

        assertThat(batch).isEqualTo(inspector.batches().get("default", "b"));
        assertThat(batch.complete()).isTrue();
        assertThat(List.of(batch.members(), batch.open(), batch.failed(), batch.done())).containsExactly(2L, 2L, 0L,
                0L);
        assertThat(batch.percent()).isZero();
        assertThat(batch.endedAt()).isNull();
        assertThat(batch.tasks()).extracting(Following::name, Following::queue, Following::id, Following::dueAt)
                .containsExactly(tuple("success", "other", "b:success", null));
        assertThat(inspector.batches().list("other", 10)).isEmpty();
    }

    @Test
    void open_members_are_shown_with_the_states_of_their_tasks() {
        inspector.changes().delete("other", "m2");

        assertThat(inspector.batches().members("default", "b", 10)).containsExactlyInAnyOrder(
                new BatchMember("default", "m1", false, "pending"), new BatchMember("other", "m2", false, "gone"));
    }

    @Test
    void a_batch_is_deleted_with_its_members() {
        assertThat(inspector.batches().delete("default", "b")).isZero();

        assertThat(inspector.tasks().list("default", TaskState.PENDING, 1, 10)).isEmpty();
        assertThat(inspector.tasks().list("other", TaskState.PENDING, 1, 10)).isEmpty();
        assertThat(inspector.batches().list("default", 10)).isEmpty();
        assertThatThrownBy(() -> inspector.batches().get("default", "b")).isInstanceOf(BatchNotFoundException.class)
                .hasMessageContaining("\"b\"", "default");
    }

    @Test
    void running_members_are_cancelled_and_the_batch_remains_until_they_have_ended() {
        broker.workerCommands().dequeue("default", 1);

        assertThat(inspector.batches().delete("default", "b")).isEqualTo(1);

        assertThat(inspector.batches().get("default", "b").cancelled()).isTrue();
        assertThat(inspector.batches().members("default", "b", 10)).extracting(BatchMember::state)
                .contains("active");
    }

    @Test
    void members_are_deleted_although_others_end_meanwhile() {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.batch("many").add(IntStream.range(0, 1_500).mapToObj(i -> Task.of("member", "").id("n" + i)
                    .queue("many"))).enqueue();
        }
        BatchCommands commands = broker.commands(BatchCommands.class);
        AtomicBoolean first = new AtomicBoolean(true);
        BatchCommands meanwhile = (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class }, (proxy, method, args) -> {
                    Object reply = method.invoke(commands, args);
                    if (method.getName().equals("open") && args.length == 3 && first.getAndSet(false)) {
                        commands.drop(new BatchName("default", "many"),
                                ((Page) reply).members().subList(0, 400).stream().map(Listed::place).toList());
                    }
                    return reply;
                });

        long left = new RedisBatches(QueueResolver.physical(broker.executor()), meanwhile, inspector.changes(), known(),
                clock).delete("default", "many");

        assertThat(left).isZero();
        assertThat(inspector.queues().info("many").size()).isZero();
    }

    @Test
    void a_batch_that_ends_while_it_is_read_is_not_found() {
        AtomicBoolean found = new AtomicBoolean();
        BatchCommands ending = (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class },
                (proxy, method, args) -> method.getName().equals("read") && found.getAndSet(true) ? Map.of()
                        : method.invoke(broker.commands(BatchCommands.class), args));

        assertThatThrownBy(() -> new RedisBatches(QueueResolver.physical(broker.executor()), ending,
                inspector.changes(), known(), clock).get("default", "b")).isInstanceOf(BatchNotFoundException.class);
    }

    private Supplier<KnownTasks> known() {
        return () -> new KnownTasks(broker.executor(), new ChosenTasks(broker.executor(), clock));
    }

    /** A batch of 3,000 tasks in a queue, between tasks of others. */
    private void enqueueMany() {
        enqueueOthers("before");
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.batch("many").add(IntStream.range(0, 3_000).mapToObj(i -> Task.of("member", "").id("n" + i)
                    .queue("many"))).enqueue();
        }
        enqueueOthers("after");
    }

    private void enqueueOthers(String name) {
        client.enqueueAll(IntStream.range(0, 2_000).mapToObj(i -> Task.of("other", "").id(name + i).queue("many"))
                .toList());
    }

    @Test
    void a_large_batch_is_deleted_with_a_few_commands() {
        enqueueMany();
        redis.nodes().forEach(Jedis::configResetStat);

        assertThat(inspector.batches().delete("default", "many")).isZero();

        assertThat(inspector.queues().info("many").size()).isEqualTo(4_000);
        long calls = redis.nodes().stream().flatMap(node -> node.info("commandstats").lines())
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+).*", "$1"))).sum();
        assertThat(calls).as("scripts").isBetween(12L, 100L);
    }

    @Test
    void a_deletion_has_steps_and_can_be_continued_by_another_process() {
        enqueueMany();

        BatchDeletion first = inspector.batches().delete("default", "many", Duration.ZERO);

        assertThat(first).isEqualTo(new BatchDeletion(1_000, 2_000, 0, false));
        assertThat(inspector.batches().get("default", "many").cancelled()).isTrue();
        assertThat(inspector.batches().get("default", "many").open()).isEqualTo(2_000);
        long deleted = first.deleted();
        BatchDeletion step = first;
        while (!step.complete()) {
            step = inspector.batches().delete("default", "many", Duration.ZERO);
            deleted += step.deleted();
        }
        assertThat(deleted).isEqualTo(3_000);
        assertThat(inspector.queues().info("many").size()).isEqualTo(4_000);
        assertThatThrownBy(() -> inspector.batches().get("default", "many"))
                .isInstanceOf(BatchNotFoundException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = { "cancel", "look", "drop", "delete" })
    @SomeDays(oneIn = 3)
    void a_deletion_whose_process_dies_is_repeated(String last) {
        enqueueMany();
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchCommands dying = (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class }, (proxy, method, args) -> {
                    if (method.getName().equals(last)) {
                        throw new IllegalStateException("died");
                    }
                    return method.invoke(commands, args);
                });
        assertThatThrownBy(() -> new RedisBatches(QueueResolver.physical(broker.executor()), dying,
                inspector.changes(), known(), clock).delete("default", "many")).hasMessage("died");

        assertThat(inspector.batches().delete("default", "many")).isZero();

        assertThat(inspector.queues().info("many").size()).isEqualTo(4_000);
        assertThat(inspector.batches().list("default", 10)).extracting(BatchInfo::id).containsExactly("b");
    }

    @Test
    void a_member_whose_task_is_just_being_stored_is_left() {
        Place place = new Place("default", "new");
        BatchName batch = new BatchName("default", "b");
        broker.commands(BatchCommands.class).add(batch, clock.millis(), List.of(place));

        assertThat(inspector.batches().delete("default", "b")).isEqualTo(1);
        assertThat(inspector.batches().members("default", "b", 10)).extracting(BatchMember::state)
                .containsExactly("gone");
        clock.advance(BatchCommands.ADDING.plusMillis(1));
        assertThat(inspector.batches().delete("default", "b")).isZero();
    }

    @Test
    void a_member_is_not_taken_for_older_than_it_was_when_it_was_listed() {
        BatchCommands commands = broker.commands(BatchCommands.class);
        commands.add(new BatchName("default", "b"), clock.millis(), List.of(new Place("default", "new")));
        AtomicBoolean first = new AtomicBoolean(true);
        BatchCommands slow = (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class }, (proxy, method, args) -> {
                    Object reply = method.invoke(commands, args);
                    if (method.getName().equals("look") && first.getAndSet(false)) {
                        // the producer stores the task now
                        clock.advance(BatchCommands.ADDING.plusMillis(1));
                    }
                    return reply;
                });

        BatchDeletion step = new RedisBatches(QueueResolver.physical(broker.executor()), slow, inspector.changes(),
                known(), clock).delete("default", "b", Duration.ZERO);

        assertThat(step).isEqualTo(new BatchDeletion(2, 1, 1, false));
    }

    @Test
    void a_task_of_a_chain_that_is_just_being_stored_is_left_however_old_the_chain_is() {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.enqueueChain(
                    Task.of("step", "").id("s1").queue("steps").then(Task.of("step", "").id("s2").queue("steps")));
        }
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchName chain = new BatchName("steps", inspector.batches().list("steps", 1).get(0).id());
        Listed first = commands.open(chain, "0", 1).members().get(0);
        clock.advance(BatchCommands.ADDING.multipliedBy(3));
        inspector.changes().delete("steps", "s1");
        assertThat(commands.end(chain, List.of(new Ended(first.place(), first.stamp(), Fate.ENDED))))
                .containsExactly("step-0");

        assertThat(inspector.batches().delete("steps", chain.id())).isEqualTo(1);
        clock.advance(BatchCommands.ADDING);
        assertThat(inspector.batches().delete("steps", chain.id())).as("its time begins once").isEqualTo(1);
        clock.advance(BatchCommands.ADDING.plusMillis(1));
        assertThat(inspector.batches().delete("steps", chain.id())).isZero();
        assertThat(inspector.batches().list("steps", 1)).isEmpty();
    }

    /** Each way in which a tool removes a task. */
    @ParameterizedTest
    @ValueSource(strings = { "delete", "deleteAll", "move", "archive and delete" })
    void a_chain_ends_with_the_reason_if_a_tool_removes_its_task(String way) {
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.enqueueChain(Task.of("step", "").id("s1").queue("steps").then(Task.of("step", "").id("s2")));
        }
        String chain = inspector.batches().list("steps", 1).get(0).id();
        if (way.startsWith("archive")) {
            inspector.changes().archive("steps", "s1");
            repair("steps");
        }
        switch (way.substring(way.lastIndexOf(' ') + 1)) {
            case "delete" -> inspector.changes().delete("steps", "s1");
            case "deleteAll" -> inspector.bulk().deleteAll("steps", TaskState.PENDING);
            default -> inspector.changes().move("steps", "s1", "other");
        }

        repair("steps");
        repair("steps");

        BatchInfo ended = inspector.batches().get("steps", chain);
        assertThat(ended.endedAt()).isNull();
        assertThat(ended.tasks()).singleElement().satisfies(task -> assertThat(task.refusal()).isEqualTo(
                "the previous task is gone, and its success was not noted: it was deleted, moved or revoked, or dropped "
                        + "by a full archive"));
        assertThat(inspector.batches().members("steps", chain, 10)).containsExactly(
                new BatchMember("default", "s2", false, "gone"));
        assertThat(inspector.batches().delete("steps", chain)).isZero();
        assertThat(inspector.batches().list("steps", 1)).isEmpty();
    }

    private void repair(String queue) {
        BatchCommands commands = broker.commands(BatchCommands.class);
        node(QueueKeys.of(queue)).del(QueueKeys.of(queue).batchRepair());
        new BatchRepair(commands, new BatchSteps(commands, broker.clock()), broker.clock()).repair(queue);
    }

    @Test
    void another_task_that_has_the_id_of_a_member_is_not_deleted_with_the_batch() {
        inspector.changes().delete("other", "m2");
        client.enqueue(Task.of("foreign", "").id("m2").queue("other"));

        assertThat(inspector.batches().members("default", "b", 10)).contains(
                new BatchMember("other", "m2", false, "gone"));
        assertThat(inspector.batches().delete("default", "b")).isZero();

        assertThat(inspector.tasks().get("other", "m2").info().type()).isEqualTo("foreign");
    }

    @Test
    void what_is_not_there_is_an_error() {
        assertThatThrownBy(() -> inspector.batches().list("none", 10)).isInstanceOf(QueueNotFoundException.class);
        assertThatThrownBy(() -> inspector.batches().delete("default", "none"))
                .isInstanceOf(BatchNotFoundException.class);
        assertThatThrownBy(() -> inspector.batches().list("default", 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void of_queues_that_are_not_seen_nothing_is_shown_and_such_a_batch_is_not_deleted() {
        Batches some = inspector.within("default"::equals).batches();

        assertThat(some.members("default", "b", 10)).extracting(BatchMember::id).containsExactly("m1");
        assertThat(some.get("default", "b").tasks()).isEmpty();
        assertThatThrownBy(() -> some.delete("default", "b")).isInstanceOf(OutOfScopeException.class);
        assertThat(inspector.batches().get("default", "b").cancelled()).isFalse();
        assertThat(inspector.batches().members("default", "b", 10)).extracting(BatchMember::state)
                .containsOnly("pending");
    }
}
