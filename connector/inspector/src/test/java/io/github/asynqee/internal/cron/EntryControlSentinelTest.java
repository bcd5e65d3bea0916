package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.internal.inspect.periodic.EntryControl;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Entries controlled from outside through a fail-over of the master. */
class EntryControlSentinelTest extends ScheduleTest {

    private static final String PENDING = "asynq:{default}:pending";

    private EmbeddedRedisSentinel trio;

    @BeforeEach
    void start() {
        trio = EmbeddedRedisSentinel.start();
    }

    @AfterEach
    void stop() {
        trio.close();
    }

    private List<String> pendingAtMaster() {
        try (Jedis master = TestRedis.connect(trio.master())) {
            return master.lrange(PENDING, 0, -1);
        }
    }

    private void failover() {
        try (Jedis master = TestRedis.connect(trio.master())) {
            assertThat(master.waitReplicas(1, 20_000)).isEqualTo(1);
        }
        trio.failover();
    }

    @Test
    void a_pause_survives_a_failover_and_runs_go_on_after_it() {
        PeriodicTask produced = PeriodicTask.of("made", "@every 1h", Task.of("made", null)).payloads(tick -> "x");
        Node node = nodeAt(trio.url()).with(every(7), produced);
        nodeAt(trio.url()).with(every(7), produced);
        PeriodicEntries tool = new EntryControl(nodeAt(trio.url()).broker, List::of, Scope.ALL,
                () -> run(Duration.ofSeconds(1)));
        tool.pause(every(7).entryId());

        failover();
        await("a node to find the new master").until(() -> {
            run(Duration.ofSeconds(7));
            return node.broker.schedulers().entries().size() == 2 && node.entry("beat").paused();
        });
        run(Duration.ofSeconds(20));
        assertThat(pendingAtMaster()).isEmpty();

        await("the tool to find the new master").ignoreExceptions().until(() -> tool.entries().size() == 2);
        TaskInfo made = tool.run(produced.entryId());
        TaskInfo beat = tool.run(every(7).entryId());
        assertThat(pendingAtMaster()).containsExactly(beat.id(), made.id());
        tool.resume(every(7).entryId());
        run(Duration.ofSeconds(7));
        assertThat(pendingAtMaster()).hasSize(3);
    }
}
