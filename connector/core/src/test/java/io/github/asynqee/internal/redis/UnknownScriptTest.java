package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;

/** Redis may lose the loaded scripts at any time: by a restart, a fail-over or SCRIPT FLUSH. */
class UnknownScriptTest extends BrokerTest {

    private static final Duration LIFE = Duration.ofSeconds(10);

    /** All operations on a task, with an action before each step. */
    private void lifeOfTasks(Runnable beforeEachStep) {
        List<Runnable> steps = new ArrayList<>();
        List<Lease> leases = new ArrayList<>();
        Outcome[] outcomes = outcomes().toArray(Outcome[]::new);
        steps.add(() -> store(manyTasks()));
        steps.add(() -> TestRedis.queues()
                .forEach(queue -> leases.addAll(broker.workerCommands().dequeue(queue, 100).leases())));
        steps.add(() -> clock.advance(LIFE));
        steps.add(() -> assertThat(broker.workerCommands().extend(leases)).isEmpty());
        steps.add(() -> assertThat(broker.workerCommands().writeResult(leases.get(0), new byte[1])).isTrue());
        steps.add(() -> {
            List<Settlement> settlements = new ArrayList<>();
            leases.forEach(lease -> settlements.add(
                    new Settlement(lease, outcomes[settlements.size() % outcomes.length])));
            assertThat(broker.workerCommands().write(settlements)).containsOnly(new Settlement.Result.Settled());
        });
        steps.add(() -> clock.advance(Duration.ofMinutes(2)));
        steps.add(() -> broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get());
        steps.add(() -> broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0));
        steps.add(() -> broker.maintenanceCommands().deleteExpiredCompleted("default"));
        steps.add(() -> {
            String set = broker.groupCommands()
                    .stage("default", "g", new GroupCommands.GroupLimits(1, Duration.ZERO, Duration.ZERO))
                    .orElseThrow();
            beforeEachStep.run();
            AggregationSet read = broker.groupCommands().read("default", set);
            beforeEachStep.run();
            broker.groupCommands().extend("default", List.of(set));
            beforeEachStep.run();
            broker.groupCommands().complete(read, Tasks.pending("default", "aggregate")).orElseThrow();
        });
        steps.add(() -> {
            String set = broker.groupCommands()
                    .stage("default", "g", new GroupCommands.GroupLimits(1, Duration.ZERO, Duration.ZERO))
                    .orElseThrow();
            beforeEachStep.run();
            broker.groupCommands().look("default", List.of("g"));
            beforeEachStep.run();
            broker.groupCommands().write(broker.groupCommands().read("default", set), List.of());
            beforeEachStep.run();
            broker.groupCommands().complete(broker.groupCommands().read("default", set),
                    Tasks.pending("default", "second-aggregate"));
        });
        steps.add(() -> broker.groupCommands().reclaimStale("default"));
        steps.forEach(step -> {
            beforeEachStep.run();
            step.run();
        });
    }

    private static NewTask[] manyTasks() {
        List<NewTask> tasks = new ArrayList<>();
        for (String queue : TestRedis.queues().toList()) {
            for (int i = 0; i < 12; i++) {
                tasks.add(Tasks.pending(queue, "p" + i));
                tasks.add(Tasks.scheduled(queue, "s" + i, T0.plusSeconds(60)));
                tasks.add(Tasks.retained(queue, "r" + i, LIFE));
                tasks.add(Tasks.unique(queue, "g" + i, "s" + i, new Placement.InGroup(), LIFE));
            }
        }
        return tasks.toArray(NewTask[]::new);
    }

    @Test
    void scripts_that_were_forgotten_make_no_difference() {
        lifeOfTasks(() -> {});
        KeySpace known = dump();
        redis.clear();
        broker.close();
        clock.set(T0);
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);

        lifeOfTasks(redis::forgetScripts);

        dump().assertSameAs(known);
    }

    @Test
    void in_one_round_trip_some_scripts_may_be_known_and_others_not() {
        store(Tasks.pending("default", "t0"));
        Placement later = new Placement.Scheduled(T0.plusSeconds(60));

        store(Stream.of(Tasks.pending("default", "t1"), Tasks.scheduled("default", "s1", T0.plusSeconds(60)),
                Tasks.pending("default", "t2"), Tasks.grouped("default", "g1", "g"), Tasks.pending("default", "t3"),
                Tasks.unique("default", "s2", "subject", later, LIFE)).toArray(NewTask[]::new));

        assertThat(list(DEFAULT.pending())).containsExactly("t3", "t2", "t1", "t0");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("s1", "s2");
        assertThat(zset(DEFAULT.group("g"))).containsExactly("g1");
    }

    @Test
    void servers_and_schedulers_are_published_all_the_same() {
        for (int i = 0; i < 2; i++) {
            redis.forgetScripts();
            broker.servers().write(new ServerInfo("host", 7, "a", 1, Map.of(),
                    false, "active", T0, 0), List.of(), LIFE);
            redis.forgetScripts();
            broker.schedulers().write("s", List.of(), LIFE);
            redis.forgetScripts();
            broker.schedulers().record("e", new SchedulerEnqueueEvent("t" + i, T0));
        }
        assertThat(broker.servers().servers()).hasSize(1);
        assertThat(broker.schedulers().history("e", 1, 10)).hasSize(2);
    }
}
