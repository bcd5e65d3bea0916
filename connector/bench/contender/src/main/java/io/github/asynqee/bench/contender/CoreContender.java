package io.github.asynqee.bench.contender;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
public final class CoreContender {

    private final Map<String, AsynqClient> clients = new LinkedHashMap<>();
    private volatile Tally tally = new Tally(0);
    private RedisBroker broker;
    private Worker worker;
    private ExecutorService lanes;

    private CoreContender() {}

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

    private String answer(String line) {
        try {
            Order answer = new Order("ok", Map.of());
            for (Map.Entry<String, ?> value : obey(Order.parse(line)).entrySet()) {
                answer = answer.with(value.getKey(), value.getValue());
            }
            return answer.toString();
        } catch (RuntimeException e) {
            e.printStackTrace();
            return "failed: " + e;
        }
    }

    private Map<String, ?> obey(Order order) {
        switch (order.verb()) {
            case "expect" -> tally = new Tally((int) order.number("tasks"));
            case "start" -> start(order);
            case "stop" -> stop();
            case "await" -> {
                tally.await((int) order.number("tasks"), order.number("within"));
                return tally.summary();
            }
            case "enqueue" -> {
                return Map.of("nanos", production(order).enqueue(order.text("mode"), (int) order.number("producers")));
            }
            case "produce" -> produce(order);
            case "heap" -> {
                return Map.of("bytes", heap());
            }
            default -> throw new IllegalArgumentException("there is no order \"" + order.verb() + "\"");
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
        tally.started(delivery.message().payload());
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

    private Production production(Order order) {
        AsynqClient client = clients.computeIfAbsent(order.text("redis"),
                redis -> AsynqClient.of(RedisBroker.connect(RedisConfig.of("redis://" + redis))));
        return new Production(new ClientTarget(client), order);
    }

    private void produce(Order order) {
        if (order.values().containsKey("rate")) {
            production(order).atRate((int) order.number("rate"));
        } else {
            production(order).withPauses((int) order.number("from"), (int) order.number("to"));
        }
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
