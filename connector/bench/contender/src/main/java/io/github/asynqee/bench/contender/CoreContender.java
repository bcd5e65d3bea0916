package io.github.asynqee.bench.contender;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

import io.github.asynqee.broker.RedisBroker;
import io.github.asynqee.broker.RedisConfig;
import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.worker.Channel;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.HandlerLane;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.TaskDelivery;
import io.github.asynqee.worker.Worker;
import io.github.asynqee.worker.WorkerConfig;

/** The engine without a server: takes orders from its input and answers on its output. */
public final class CoreContender extends OrderDesk {

    private static final Map<String, AsynqClient> CLIENTS = new ConcurrentHashMap<>();

    private RedisBroker broker;
    private Worker worker;
    private ExecutorService lanes;

    private CoreContender() {
        super(order -> new ClientTarget(CLIENTS.computeIfAbsent(order.text("redis"),
                redis -> AsynqClient.of(RedisBroker.connect(RedisConfig.of("redis://" + redis))))));
    }

    /**
     * Obeys until the input ends.
     *
     * @param arguments none
     * @throws IOException if the input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        CoreContender contender = new CoreContender();
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(contender.answer(line));
            out.flush();
        }
        contender.stop();
        System.exit(0);
    }

    @Override
    protected Map<String, Long> obey(Order order) {
        switch (order.verb()) {
            case "start" -> start(order);
            case "stop" -> stop();
            default -> {
                return super.obey(order);
            }
        }
        return Map.of();
    }

    private void start(Order order) {
        broker = RedisBroker.connect(RedisConfig.of("redis://" + order.text("redis")));
        Map<String, Integer> queues = new LinkedHashMap<>();
        for (String queue : order.text("queues").split(",")) {
            String[] nameAndPriority = queue.split(":");
            queues.put(nameAndPriority[0], Integer.parseInt(nameAndPriority[1]));
        }
        Channel channel = new Channel(new ChannelConfig("bench", queues, "",
                FailurePolicy.of(RetryDelay.asynq(RandomGenerator.getDefault()))));
        int concurrency = (int) order.number("concurrency");
        lanes = lanes(order.text("threads", "platform"), concurrency);
        long sleep = Long.parseLong(order.text("sleep", "0"));
        HandlerLane.open(channel, concurrency, delivery -> handle(delivery, sleep), lanes);
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
        worker.start();
    }

    private void handle(TaskDelivery delivery, long sleep) throws InterruptedException {
        tally().started(delivery.message().payload());
        if (sleep > 0) {
            Thread.sleep(sleep);
        }
    }

    /** Virtual threads are asked for by name: this is compiled for a Java that does not know them. */
    private static ExecutorService lanes(String threads, int concurrency) {
        if (threads.equals("platform")) {
            return Executors.newFixedThreadPool(concurrency);
        }
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("threads=virtual needs Java 21 or later", e);
        }
    }

    private void stop() {
        if (worker != null) {
            worker.shutdown(Duration.ofSeconds(8));
            lanes.shutdown();
            broker.close();
            worker = null;
        }
    }
}
