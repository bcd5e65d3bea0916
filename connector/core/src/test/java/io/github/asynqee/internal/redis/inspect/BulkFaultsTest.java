package io.github.asynqee.internal.redis.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
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
                Inspector inspector = Asynq.inspect(network.url())) {
            BulkOperations bulk = inspector.bulk(task -> {
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
            assertThat(inspector.queue("default").archived()).isEqualTo(TASKS);
        }
    }
}
