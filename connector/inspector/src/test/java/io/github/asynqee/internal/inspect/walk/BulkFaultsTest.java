package io.github.asynqee.internal.inspect.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A bulk change that loses an answer of Redis. */
@Timeout(60)
class BulkFaultsTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TASKS = 300;

    @Test
    void a_step_whose_last_answer_is_lost_is_uncertain_and_no_task_is_changed_twice() {
        TestRedis.SINGLE.clear();
        Jedis jedis = TestRedis.SINGLE.nodes().get(0);
        StoredTasks.register(jedis, "default");
        new StoredTasks(jedis, "default").add(TaskState.PENDING, TASKS);
        TaskFilter filter = TaskFilter.ALL.inQueues("default");
        AtomicInteger seen = new AtomicInteger();
        try (TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(network.url())) {
            BulkOperations bulk = inspector.bulk().where(task -> {
                if (seen.incrementAndGet() == TASKS / 2) {
                    // the next command changes tasks of the second page
                    network.loseNextReplyTo("EVALSHA");
                }
                return true;
            });

            BulkPage first = bulk.change(BulkAction.ARCHIVE, filter, null, 1_000, LONG);
            BulkPage second = bulk.change(BulkAction.ARCHIVE, filter, first.next(), 1_000, LONG);

            assertThat(first.results()).hasSize(100);
            assertThat(first.uncertain()).isTrue();
            assertThat(second.results()).hasSize(100);
            assertThat(second.uncertain()).isFalse();
            assertThat(second.next()).isNull();
            assertThat(inspector.queues().info("default").archived()).isEqualTo(TASKS);
        }
    }

    @Test
    void a_key_of_another_type_keeps_no_other_task_from_being_counted_and_changed() {
        for (String broken : List.of("pending", "active", "lease", "scheduled", "retry", "archived", "completed",
                "groups", "g:g")) {
            TestRedis.SINGLE.clear();
            Jedis jedis = TestRedis.SINGLE.nodes().get(0);
            for (String queue : List.of("a", "broken", "z")) {
                StoredTasks.register(jedis, queue);
                new StoredTasks(jedis, queue).add(TaskState.RETRY, 1);
            }
            jedis.del("asynq:{broken}:" + broken);
            if (broken.equals("g:g")) {
                jedis.sadd("asynq:{broken}:groups", "g");
            }
            if (broken.equals("lease")) {
                jedis.rpush("asynq:{broken}:active", "t");
            }
            jedis.set("asynq:{broken}:" + broken, "text");
            int found = broken.equals("retry") ? 2 : 3;
            try (Inspector inspector = Inspectors.connect(TestRedis.SINGLE.url())) {
                BulkOperations bulk = inspector.bulk();
                TaskFilter filter = TaskFilter.ALL.inStates(TaskState.RETRY);

                assertThat(bulk.count(TaskFilter.ALL, null, LONG).matching()).as(broken).isEqualTo(found);
                assertThat(bulk.count(filter, null, LONG).matching()).as(broken).isEqualTo(found);
                assertThat(bulk.change(BulkAction.DELETE, filter, null, 1_000, LONG).results()).as(broken)
                        .extracting(BulkPage.BulkResult::outcome).hasSize(found)
                        .containsOnly(BulkPage.BulkResult.Outcome.CHANGED);
                if (broken.equals("retry")) {
                    assertThatThrownBy(() -> bulk.count(filter.inQueues("broken"), null, LONG))
                            .hasMessageContaining("queue \"broken\"").hasMessageContaining("WRONGTYPE");
                }
            }
        }
    }
}
