package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;

/** A bulk change of tasks that a worker takes at the same time: each is either run or changed, and none is lost. */
class BulkChangeTest extends WorkerTest {

    private static final int TASKS = 4_000;

    @Test
    void each_task_is_run_or_deleted_while_a_worker_takes_them_from_the_same_queue() throws Exception {
        client.enqueueAll(IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of(i % 2 == 0 ? "even" : "odd", "{}").id("t" + i)).toList());
        channel("default", 4, delivery -> {});
        Set<String> deleted = new HashSet<>();
        start();
        try (Inspector inspector = Inspectors.connect(TestRedis.SINGLE.url())) {
            TaskFilter filter = TaskFilter.ALL.inQueues("default").withType("odd");
            String next = null;
            do {
                BulkPage page = inspector.bulk().change(BulkAction.DELETE, filter, next, 50, Duration.ofSeconds(10));
                page.results().stream().filter(result -> result.outcome() == Outcome.CHANGED)
                        .forEach(result -> assertThat(deleted.add(result.id())).as(result.id()).isTrue());
                next = page.next();
            } while (next != null);
        }

        await().untilAsserted(() -> assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).isEmpty());
        List<String> ran = List.copyOf(handled);
        assertThat(deleted).isNotEmpty().doesNotContainAnyElementsOf(ran);
        assertThat(ran).doesNotHaveDuplicates().hasSize(TASKS - deleted.size());
        assertThat(redis.exists(DEFAULT.pending())).isFalse();
        assertThat(redis.exists(DEFAULT.active())).isFalse();
        assertThat(redis.zcard(DEFAULT.lease())).isZero();
    }
}
