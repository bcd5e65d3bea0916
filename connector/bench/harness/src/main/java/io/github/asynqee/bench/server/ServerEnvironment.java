package io.github.asynqee.bench.server;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.bench.contender.Order;

/** What an application server is told about its work: environment variables, which MicroProfile Config reads. */
final class ServerEnvironment {

    private static final String CHANNEL = "MP_MESSAGING_INCOMING_BENCH_";

    private ServerEnvironment() {}

    /**
     * The environment of an application that is to work like this.
     *
     * @param start an order of that name
     * @return the variables
     * @throws IllegalArgumentException if something is missing or there is no such kind of threads
     */
    static Map<String, String> of(Order start) {
        Map<String, String> variables = new HashMap<>(
                Map.of("MP_MESSAGING_CONNECTOR_ASYNQ_URL", "redis://" + start.text("redis"),
                        CHANNEL + "QUEUES", queues(start.text("queues")),
                        CHANNEL + "CONCURRENCY", start.text("concurrency"),
                        CHANNEL + "EXECUTOR", executor(start.text("threads", "platform")),
                        "BENCH_SLEEP", start.text("sleep", "0")));
        if (start.values().containsKey("channels")) {
            variables.put(CHANNEL + "TYPE", start.text("channels"));
        }
        return variables;
    }

    /** Whether the application, which has one channel, can be started like this. */
    static boolean canSay(Order order) {
        Order rest = new Order(order.verb(), order.values().entrySet().stream()
                .filter(value -> !value.getKey().equals("channels") || value.getValue().contains(","))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        return rest.isPlain();
    }

    /** {@code NAME:PRIORITY,…} as the connector wants it. */
    private static String queues(String queues) {
        return Arrays.stream(queues.split(",")).map(queue -> queue.replace(':', '=')).collect(Collectors.joining(","));
    }

    private static String executor(String threads) {
        return switch (threads) {
            case "platform" -> "default";
            case "virtual" -> "virtual";
            default -> throw new IllegalArgumentException("threads is platform or virtual, not " + threads);
        };
    }
}
