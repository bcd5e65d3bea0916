package io.github.asynqee.bench.contender;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/** The engine without a server: takes orders from its input and answers on its output. */
public final class CoreContender extends OrderDesk {

    private static final Map<String, AsynqClient> CLIENTS = new ConcurrentHashMap<>();

    private final Map<String, CoreWorker> workers = new LinkedHashMap<>();
    private volatile CountDownLatch released = new CountDownLatch(1);

    private CoreContender() {
        super(order -> new ClientTarget(CLIENTS.computeIfAbsent(order.text("redis"),
                redis -> DefaultAsynqClient.of(RedisBroker.connect(RedisConfig.of("redis://" + redis))))));
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
            case "start" -> workers.put(order.text("worker", ""), CoreWorker.start(order, this::tally, this::slowly));
            case "stop" -> stop();
            case "release" -> released.countDown();
            case "expect" -> {
                released = new CountDownLatch(1);
                return super.obey(order);
            }
            default -> {
                return super.obey(order);
            }
        }
        return Map.of();
    }

    /** What a handler of the slow channel does. */
    private void slowly(long millis) throws InterruptedException {
        released.await(millis, TimeUnit.MILLISECONDS);
    }

    private void stop() {
        workers.values().forEach(CoreWorker::stop);
        workers.clear();
    }
}
