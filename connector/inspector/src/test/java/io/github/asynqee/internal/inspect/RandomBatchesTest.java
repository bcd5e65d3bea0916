package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Batch;
import io.github.asynqee.BatchEndedException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskContext;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.Test;

/**
 * Members succeed, fail, are deleted, and run again in any order, with producers, workers and repairs that die at any
 * step. Callbacks and next tasks are stored exactly once, and no data remains.
 */
class RandomBatchesTest extends InspectorTest {

    private static final int SEEDS = 20;
    private static final int STEPS = 80;
    private static final List<String> QUEUES = List.of("default", "other", "batches");
    private static final String CALLBACK = "callback";

    /** A process dies. */
    private static final class Killed extends Error {

        private static final long serialVersionUID = 1L;
    }

    private final List<Lease> running = new ArrayList<>();
    /** How often each callback has run. */
    private final Map<String, Integer> callbacks = new HashMap<>();
    /** The task whose handler has stored a batch within its own, if one has. */
    private Lease nesting;
    private Random random;
    private String id;

    /** The operations of a process that dies at one of the next calls, before or after Redis has executed it. */
    private BatchCommands dying() {
        int[] left = { random.nextInt(12) };
        boolean afterwards = random.nextBoolean();
        BatchCommands commands = broker.commands(BatchCommands.class);
        return (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class }, (proxy, method, args) -> {
                    boolean dies = left[0]-- <= 0;
                    if (dies && !afterwards) {
                        throw new Killed();
                    }
                    try {
                        Object reply = method.invoke(commands, args);
                        if (dies) {
                            throw new Killed();
                        }
                        return reply;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Broker with(BatchCommands commands) {
        return (Broker) Proxy.newProxyInstance(Broker.class.getClassLoader(), new Class<?>[]{ Broker.class },
                (proxy, method, args) -> method.getName().equals("commands") ? commands
                        : method.invoke(broker, args));
    }

    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (Killed | InspectionException | BatchEndedException e) {
            assertThat(e).isNotNull();
        }
    }

    private static TaskContext context(Lease lease) {
        return (TaskContext) Proxy.newProxyInstance(TaskContext.class.getClassLoader(),
                new Class<?>[]{ TaskContext.class },
                (proxy, method, args) -> method.getName().equals("headers") ? lease.message().headers()
                        : lease.message().id());
    }

    private Stream<Task<?>> members(String of, int count) {
        return IntStream.range(0, count).mapToObj(i -> Task.of("member", "").id(of + "-" + i).maxRetry(9)
                .queue(i % 2 == 0 ? "default" : "other"));
    }

    private void send(BatchCommands by) {
        try (DefaultAsynqClient sender = DefaultAsynqClient.of(with(by))) {
            sender.batch(id).queue("batches").add(members(id, 4)).onSuccess(Task.of(CALLBACK, ""))
                    .onFailure(Task.of(CALLBACK, "")).onComplete(Task.of(CALLBACK, "")).enqueue();
        }
    }

    private void grow(Lease lease, BatchCommands by) {
        try (DefaultAsynqClient sender = DefaultAsynqClient.of(with(by))) {
            sender.batchOf(context(lease)).add(members(id + "-more", 2)).enqueue();
        }
    }

    private void nest(Lease lease, BatchCommands by) {
        nesting = lease;
        try (DefaultAsynqClient sender = DefaultAsynqClient.of(with(by))) {
            sender.batch(id + "-inner").queue("other").within(context(lease)).add(members(id + "-inner", 2))
                    .onSuccess(Task.of(CALLBACK, "")).enqueue();
        }
    }

    private void repair(BatchCommands by) {
        for (String queue : QUEUES) {
            node(QueueKeys.of(queue)).del(QueueKeys.of(queue).batchRepair());
            new BatchRepair(by, new BatchSteps(by, clock), clock).repair(queue);
        }
    }

    private void end(Lease lease, Outcome outcome, Optional<BatchCommands> reportedBy) {
        running.remove(lease);
        settle(lease, outcome);
        if (lease.message().type().equals(CALLBACK)) {
            callbacks.merge(lease.message().id(), 1, Integer::sum);
        }
        Optional<BatchMember> member = BatchMember.of(lease.message());
        if (member.isPresent() && reportedBy.isPresent() && !(outcome instanceof Outcome.Retry)) {
            Fate fate = outcome instanceof Outcome.Archive ? Fate.FAILED : Fate.ENDED;
            BatchCommands by = reportedBy.get();
            attempt(() -> new BatchSteps(by, clock).store(member.get().batch(), by.end(member.get().batch(),
                    List.of(new Ended(member.get().place(), member.get().stamp(), fate)))));
        }
    }

    private void take() {
        for (String queue : QUEUES) {
            running.addAll(broker.workerCommands().dequeue(queue, 1 + random.nextInt(2)).leases());
        }
    }

    private void runArchived() {
        for (String queue : QUEUES) {
            if (inspector.queues().names().contains(queue)) {
                inspector.tasks().list(queue, TaskState.ARCHIVED, 1, 5)
                        .forEach(task -> attempt(() -> inspector.changes().run(queue, task.info().id())));
            }
        }
    }

    private void step() {
        Lease some = running.isEmpty() ? null : running.get(random.nextInt(running.size()));
        boolean isMember = some != null && !some.message().type().equals(CALLBACK);
        switch (random.nextInt(9)) {
            case 0 -> attempt(() -> send(dying()));
            case 1 -> attempt(() -> repair(dying()));
            case 2 -> runArchived();
            case 3 -> attempt(() -> inspector.changes().delete("default", id + "-" + 2 * random.nextInt(2)));
            case 4 -> {
                if (isMember && some.message().headers().get(Batch.ID_HEADER).equals(id)) {
                    attempt(() -> {
                        if (random.nextBoolean()) {
                            grow(some, dying());
                        } else {
                            nest(some, dying());
                        }
                    });
                }
            }
            case 5, 6 -> take();
            default -> {
                if (some != null) {
                    Outcome outcome = !isMember || random.nextInt(3) > 0 ? new Outcome.Done()
                            : random.nextBoolean() ? new Outcome.Archive("boom")
                                    : new Outcome.Retry(clock.instant(), "boom", true);
                    end(some, outcome, random.nextBoolean() ? Optional.of(dying()) : Optional.empty());
                }
            }
        }
    }

    /** Lets all remaining processes finish their work. */
    private void drain() {
        attempt(() -> send(broker.commands(BatchCommands.class)));
        if (nesting != null) {
            attempt(() -> nest(nesting, broker.commands(BatchCommands.class)));
        }
        for (int i = 0; i < 20; i++) {
            runArchived();
            take();
            List.copyOf(running).forEach(lease -> end(lease, new Outcome.Done(), Optional.empty()));
            clock.advance(Duration.ofSeconds(20));
            broker.maintenanceCommands().forward(QUEUES, 10);
            repair(broker.commands(BatchCommands.class));
        }
    }

    @Test
    @SomeDays(oneIn = 3)
    void each_callback_is_stored_once_and_nothing_is_left() {
        for (int seed = 0; seed < SEEDS; seed++) {
            random = new Random(seed);
            id = "b" + seed;
            callbacks.clear();
            running.clear();
            nesting = null;
            attempt(() -> send(dying()));
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            drain();

            assertThat(callbacks).as("seed %s", seed).containsEntry(id + ":success", 1)
                    .containsEntry(id + ":complete", 1)
                    .allSatisfy((callback, times) -> assertThat(times).as(callback).isEqualTo(1));
            for (String name : List.of(id, id + "-inner")) {
                for (String queue : List.of("batches", "other")) {
                    QueueKeys keys = QueueKeys.of(queue);
                    assertThat(node(keys).exists(keys.batchOpen(name), keys.batchFailed(name), keys.batchEnded(name)))
                            .as("seed %s, batch %s", seed, name).isZero();
                    assertThat(node(keys).ttl(keys.batch(name))).as("seed %s, batch %s", seed, name)
                            .isNotEqualTo(-1);
                    assertThat(node(keys).exists(keys.batches())).as("seed %s, batches", seed).isFalse();
                }
            }
        }
    }
}
