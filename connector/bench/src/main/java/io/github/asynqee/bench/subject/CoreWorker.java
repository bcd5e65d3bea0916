package io.github.asynqee.bench.subject;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/** A worker of the engine with the channels of a command {@code start}. */
final class CoreWorker {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(8);
    private static final int SLOW_GROUP = 1;

    private final RedisBroker broker;
    private final Worker worker;
    private final List<ExecutorService> lanes = new ArrayList<>();

    /** Blocks a handler of the slow channel. */
    interface Pause {
        void pass(int millis) throws InterruptedException;
    }

    /** Starts the worker. */
    CoreWorker(Command start, Supplier<Recorder> recorder, Pause slow) {
        broker = connect(start.text("redis"));
        List<Channel> channels = new ArrayList<>();
        Map<String, Integer> queues = queues(start);
        for (String prefix : start.text("channels", "").split(",")) {
            for (Map<String, Integer> own : start.has("spread") ? each(queues) : List.of(queues)) {
                Channel channel = new Channel(limited(start, new ChannelConfig("bench" + channels.size(), own, prefix,
                        FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault())))));
                int concurrency = start.number("concurrency");
                ExecutorService executor = executor(start.text("threads", "platform"), concurrency);
                HandlerLane.open(channel, concurrency, handler(start, prefix, recorder, slow), executor);
                lanes.add(executor);
                channels.add(channel);
            }
        }
        WorkerConfig.Builder config = WorkerConfig.builder();
        if (start.has("shards")) {
            queues.keySet().forEach(queue -> config.shards(queue, start.number("shards")));
        }
        worker = new Worker(broker, config.build(), channels);
        worker.start();
    }

    private static ChannelConfig limited(Command start, ChannelConfig config) {
        if (start.has("fair-by")) {
            return config.withLimit(new Limit.FairBy(start.text("fair-by")));
        }
        return start.has("max-running")
                ? config.withLimit(Limit.of("bench", start.text("limit-key"), start.number("max-running"), null))
                : config;
    }

    private static List<Map<String, Integer>> each(Map<String, Integer> queues) {
        return queues.entrySet().stream().map(queue -> Map.of(queue.getKey(), queue.getValue())).toList();
    }

    /** Connects to the Redis at a URL. */
    static RedisBroker connect(String redis) {
        return RedisBroker.connect(RedisConfig.of(redis));
    }

    private static Map<String, Integer> queues(Command start) {
        Map<String, Integer> queues = new LinkedHashMap<>();
        for (String queue : start.text("queues").split(",")) {
            String[] nameAndPriority = queue.split(":");
            queues.put(nameAndPriority[0], Integer.parseInt(nameAndPriority[1]));
        }
        return queues;
    }

    private static TaskHandler handler(Command start, String prefix, Supplier<Recorder> recorder, Pause slow) {
        int sleep = start.number("sleep", 0);
        if (prefix.equals(start.text("slow", "none"))) {
            return delivery -> {
                recorder.get().started(delivery.message().payload(), SLOW_GROUP);
                slow.pass(sleep);
            };
        }
        boolean sleeps = sleep > 0 && !start.has("slow");
        return delivery -> {
            recorder.get().started(delivery.message().payload());
            if (sleeps) {
                Thread.sleep(sleep);
            }
        };
    }

    /** Virtual threads by reflection: the code is compiled for Java 17. */
    private static ExecutorService executor(String threads, int concurrency) {
        if (threads.equals("platform")) {
            return Executors.newFixedThreadPool(concurrency);
        }
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("threads=virtual needs Java 21 or later", e);
        }
    }

    void stop() {
        worker.shutdown(STOP_LIMIT);
        lanes.forEach(ExecutorService::shutdown);
        broker.close();
    }
}
