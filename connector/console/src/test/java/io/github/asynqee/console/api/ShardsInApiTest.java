package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import jakarta.servlet.http.HttpServletRequest;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.runtime.TestConsole;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.RedisForTests;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue with shards is one queue in the API. */
class ShardsInApiTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int TASKS = 80;

    private TestConsole console;
    private AsynqClient producer;

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        console = new TestConsole(REDIS.url(), 10_000, Clock.systemUTC());
        producer = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 4));
        producer.enqueueAll(IntStream.range(0, TASKS).mapToObj(i -> Task.of("mail", "{}").queue("mails").id("m" + i))
                .toList());
        producer.enqueue(Task.of("report", "{}").queue("other"));
    }

    @AfterEach
    void close() {
        producer.close();
        console.close();
    }

    private List<TaskRow> search(String query) {
        TaskResource tasks = new TaskResource();
        tasks.redis = "default";
        tasks.console = console;
        return Searches.all(tasks, query);
    }

    private OneTaskResource task(String queue, String id) {
        OneTaskResource task = new OneTaskResource();
        task.redis = "default";
        task.queue = Segment.fromString(queue);
        task.id = Segment.fromString(id);
        task.http = (HttpServletRequest) Proxy.newProxyInstance(ShardsInApiTest.class.getClassLoader(),
                new Class<?>[]{ HttpServletRequest.class },
                (proxy, method, args) -> method.getReturnType() == boolean.class ? true : null);
        task.console = console;
        task.notes = new AuditNotes();
        return task;
    }

    @Test
    void a_query_for_the_queue_finds_the_tasks_of_all_shards() {
        assertThat(search("queue:mails")).hasSize(TASKS);
        assertThat(search("queue:mails id:m7")).hasSizeBetween(1, 11);
        assertThat(search("-queue:mails")).hasSize(1);
        assertThat(search("queue:mails,other state:pending")).hasSize(TASKS + 1);
        assertThat(search("queue:mails~2")).hasSizeBetween(1, TASKS - 1);
    }

    @Test
    void the_page_of_the_queue_has_the_findings_of_all_shards() {
        QueueResource queues = new QueueResource();
        queues.redis = "default";
        queues.console = console;

        assertThat(queues.details(Segment.fromString("mails")).findings()).extracting(Finding::code, Finding::queue)
                .filteredOn(finding -> finding.toList().get(0).equals("queue-without-server")).hasSize(4);
    }

    @Test
    void what_is_found_in_a_shard_concerns_the_queue() {
        assertThat(console.of("default").monitor().findings())
                .filteredOn(finding -> finding.code().equals("queue-without-server"))
                .filteredOn(finding -> finding.queue().equals("mails")).hasSize(4)
                .anyMatch(finding -> finding.message().startsWith("shard \"mails~3\": "));
    }

    @Test
    void a_task_that_runs_is_shown_with_its_server_in_whichever_shard_it_is() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        CountDownLatch running = new CountDownLatch(TASKS);
        CountDownLatch end = new CountDownLatch(1);
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(REDIS.url()))) {
            Channel channel = new Channel(new ChannelConfig("mails", Map.of("mails", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
            HandlerLane.open(channel, TASKS, delivery -> {
                running.countDown();
                end.await();
            }, pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().shards("mails", 4)
                    .heartbeatInterval(Duration.ofMillis(10)).build(), List.of(channel));
            worker.start();
            running.await();
            await().until(() -> broker.servers().workers().size() == TASKS);

            for (int i = 0; i < TASKS; i++) {
                assertThat(task("mails", "m" + i).details().server()).as("m" + i).isNotNull();
            }
            end.countDown();
            worker.shutdown(Duration.ofSeconds(5));
        } finally {
            end.countDown();
            pool.shutdownNow();
        }
    }

    @Test
    void what_the_console_enqueues_copies_and_moves_is_where_producers_look_for_it() {
        for (int i = 0; i < 8; i++) {
            Task<String> same = Task.of("mail", "{" + i + "}").queue("mails").unique(Duration.ofHours(1));
            console.of("default").redis().enqueue(Task.of("mail", ("{" + i + "}").getBytes()).queue("mails")
                    .unique(Duration.ofHours(1)));
            assertThatThrownBy(() -> producer.enqueue(same)).isInstanceOf(DuplicateTaskException.class);
            String id = producer.enqueue(same.type("moved").queue("other")).id();
            task("other", id).move("{\"queue\":\"mails\"}");
            assertThatThrownBy(() -> producer.enqueue(same.type("moved"))).isInstanceOf(DuplicateTaskException.class);
            assertThat(task("mails", "m" + i).duplicate("{}").queue()).startsWith("mails");
        }
    }
}
