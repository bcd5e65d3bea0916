package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;

/** A Go server runs the members of batches; the callbacks run in Java. */
class BatchIT {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Test
    void members_that_go_has_run_are_found_and_what_follows_is_stored_once() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.batch("good").queue("java").add(tasks("echo", 200)).onSuccess(callback()).onFailure(callback())
                    .onComplete(callback()).enqueue();
            client.batch("bad").queue("java").add(tasks("fail", 1)).onSuccess(callback()).onFailure(callback())
                    .onComplete(callback()).enqueue();
            Process go = new ProcessBuilder(System.getProperty("interop.worker"), "127.0.0.1:" + redis.port())
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            Channel channel = new Channel(new ChannelConfig("java", Map.of("java", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
            HandlerLane.open(channel, 2, delivery -> handled.add(delivery.message().id()), threads);
            Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
            worker.start();
            try {
                await().atMost(LIMIT).until(() -> handled.size() >= 4);
                worker.shutdown(Duration.ofSeconds(5));
            } finally {
                go.destroy();
                assertThat(go.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(handled).containsExactlyInAnyOrder("good:success", "good:complete", "bad:failure", "bad:complete");
    }

    private static List<Task<String>> tasks(String type, int count) {
        return IntStream.range(0, count).mapToObj(i -> Task.of(type, "" + i)).toList();
    }

    private static Task<String> callback() {
        return Task.of("callback", "").queue("java");
    }
}
