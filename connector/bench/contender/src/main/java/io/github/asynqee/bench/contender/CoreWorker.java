package io.github.asynqee.bench.contender;

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
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/** A worker of the engine, with the channels that a start asks for. */
final class CoreWorker {

    private static final int SLOW_GROUP = 1;

    private final RedisBroker broker;
    private final Worker worker;
    private final List<ExecutorService> lanes = new ArrayList<>();

    /** Takes its time. */
    interface Pause {
        void pass(long millis) throws InterruptedException;
    }

    private CoreWorker(Order start, Supplier<Tally> tally, Pause slowly) {
        broker = RedisBroker.connect(RedisConfig.of("redis://" + start.text("redis")));
        List<Channel> channels = new ArrayList<>();
        for (String prefix : start.text("channels", "").split(",")) {
            Channel channel = new Channel(new ChannelConfig("bench" + channels.size(), queues(start), prefix,
                    FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()))));
            int concurrency = (int) start.number("concurrency");
            ExecutorService executor = executor(start.text("threads", "platform"), concurrency);
            HandlerLane.open(channel, concurrency, handler(start, prefix, tally, slowly), executor);
            lanes.add(executor);
            channels.add(channel);
        }
        worker = new Worker(broker, WorkerConfig.builder().build(), channels);
        worker.start();
    }

    /**
     * Starts a worker.
     *
     * @param start how
     * @param tally what counts at the moment
     * @param slowly what the slow channel does with a task
     */
    static CoreWorker start(Order start, Supplier<Tally> tally, Pause slowly) {
        return new CoreWorker(start, tally, slowly);
    }

    private static Map<String, Integer> queues(Order start) {
        Map<String, Integer> queues = new LinkedHashMap<>();
        for (String queue : start.text("queues").split(",")) {
            String[] nameAndPriority = queue.split(":");
            queues.put(nameAndPriority[0], Integer.parseInt(nameAndPriority[1]));
        }
        return queues;
    }

    private static TaskHandler handler(Order start, String prefix, Supplier<Tally> tally, Pause slowly) {
        long sleep = Long.parseLong(start.text("sleep", "0"));
        int group = Integer.parseInt(start.text("group", "0"));
        if (prefix.equals(start.text("slow", "none"))) {
            return delivery -> {
                tally.get().started(delivery.message().payload(), SLOW_GROUP);
                slowly.pass(sleep);
            };
        }
        long pause = start.values().containsKey("slow") ? 0 : sleep;
        return delivery -> {
            tally.get().started(delivery.message().payload(), group);
            if (pause > 0) {
                Thread.sleep(pause);
            }
        };
    }

    /** Virtual threads are asked for by name: this is compiled for a Java that does not know them. */
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

    /** Ends it. */
    void stop() {
        worker.shutdown(Duration.ofSeconds(8));
        lanes.forEach(ExecutorService::shutdown);
        broker.close();
    }
}
