package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Threads of the engine run until they are stopped, in spite of errors of the code that they call. */
class EngineThreadsTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));
    /** Threads of the connector, and threads that run one call and end. */
    private static final Set<String> OTHERS = Set.of("asynq-lane-1", "asynq-application", "asynq-payload",
            "asynq-periodic-refresh", "asynq-connect", "asynq-sentinels", "asynq-sentinel-question", "asynq-node-call",
            "asynq-outbox", "asynq-outbox-sender", "asynq-slow-node");
    /** An interrupt does not end their wait for Redis. */
    private static final Set<String> LISTENERS = Set.of("asynq-cancellations", "asynq-key-changes");

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    private void startEverything() throws Exception {
        config.threads(this::thread).healthCheck(result -> {});
        Channel tasks = new Channel(new ChannelConfig("tasks", Map.of("default", 1), "", POLICY)
                .withDeadLetters(new DeadLetterQueue("dead", null)).withLimit(Limit.of("limit", "queue", 100, null)));
        HandlerLane.open(tasks, 1, delivery -> handled.add(delivery.message().id()), pool);
        channels.add(tasks);
        channels.add(new Channel(new ChannelConfig("groups", Map.of("default", 1), "", POLICY, GroupConfig.DEFAULT)));
        start();
        PeriodicThread periodic = PeriodicScheduler.builder(broker).build()
                .start(this::thread);
        closedLater(() -> periodic.stop(FIVE_SECONDS));
        client = closedLater(DefaultAsynqClient.builder(broker).threads(this::thread).build());
        client.enqueueAsync(Task.of("email:welcome", "{}").id("first")).toCompletableFuture().get();
        awaitHandled("first");
        client.batch("batch").add(List.of(Task.of("email:welcome", "{}").id("member"))).enqueue();
        awaitHandled("member");
        call("call");
        await().untilAsserted(() -> assertThat(names()).contains("asynq-key-changes", "asynq-batches"));
    }

    private void call(String id) throws Exception {
        client.call(Task.of("email:welcome", "{}").id(id), Void.class, FIVE_SECONDS).toCompletableFuture().get();
        awaitHandled(id);
    }

    private Set<String> names() {
        return threads.stream().map(Thread::getName).collect(Collectors.toSet());
    }

    /** The names in the table of threads. */
    private static Set<String> documented() throws Exception {
        String page = Files.readString(Path.of("../../docs/contributing/architecture.md"));
        String section = page.substring(page.indexOf("\n## Threads"), page.indexOf("\n## Glossary"));
        return Pattern.compile("`(asynq-[a-z0-9-]+)`").matcher(section).results().map(name -> name.group(1))
                .filter(name -> !OTHERS.contains(name)).collect(Collectors.toSet());
    }

    @Test
    void no_thread_ends_by_an_interrupt() throws Exception {
        startEverything();
        assertThat(names()).as("the table in architecture.md").isEqualTo(documented());

        try (RecordedLog log = RecordedLog.ofAll()) {
            threads.forEach(Thread::interrupt);

            await().untilAsserted(() -> assertThat(names()).allSatisfy(name -> assertThat(LISTENERS.contains(name)
                    || log.lines().stream().anyMatch(line -> line.startsWith(name + " was interrupted")))
                    .as(name).isTrue()));
        }
        for (String id : List.of("second", "third")) {
            client.enqueueAsync(Task.of("email:welcome", "{}").id(id)).toCompletableFuture().get();
            awaitHandled(id);
            call("call " + id);
        }
        assertThat(threads).allSatisfy(thread -> assertThat(thread.isAlive()).as(thread.getName()).isTrue());
    }

    @Test
    void a_factory_that_returns_no_thread_is_an_error_that_names_the_thread() {
        config.threads(work -> null);
        channel("default", 1, delivery -> {});

        assertThatIllegalStateException().isThrownBy(this::start)
                .withMessage("the thread factory returned no thread for asynq-heartbeat");
    }
}
