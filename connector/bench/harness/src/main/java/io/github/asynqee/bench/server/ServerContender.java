package io.github.asynqee.bench.server;

import java.time.Duration;
import java.util.Map;

import io.github.asynqee.bench.arena.Before;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.process.OlderBuild;
import io.github.asynqee.server.AppServer;
import io.github.asynqee.server.ServerProcess;

/**
 * The connector inside an application server, which is started with each {@code start} and terminated with each
 * {@code stop}. Tasks can be enqueued without a start: then a server is started that works on an empty queue.
 */
public final class ServerContender implements Contender {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    /** The application itself gives up after 8 s. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

    private final ServerLauncher launcher;
    private final String name;
    private final String id;
    private volatile ServerProcess server;
    private volatile boolean closed;
    private String redis;
    private Order expected = Order.to("expect").with("tasks", 0);

    /**
     * Takes a server that was provisioned, found by the system properties {@code bench.liberty} or {@code bench.wildfly},
     * and the application in {@code bench.war}.
     *
     * @param server which
     * @param jvmOptions options for its Java, separated by spaces; without any it has a heap of 1 GB
     * @throws IllegalStateException if it is not there: then it cannot be measured, and the message says why
     */
    public ServerContender(AppServer server, String jvmOptions) {
        this(ServerLauncher.find(server, jvmOptions), "connector in " + server, server.name().toLowerCase());
    }

    /**
     * Takes the same server with an older build of the connector.
     *
     * @param server which
     * @param jvmOptions options for its Java
     * @param older what takes the place of engine and connector in the application
     * @param suffix what is added to its name in names of queues
     * @throws IllegalStateException if something is not there
     */
    public ServerContender(AppServer server, String jvmOptions, OlderBuild older, String suffix) {
        this(ServerLauncher.find(server, jvmOptions).with(older), Before.of("connector in " + server),
                server.name().toLowerCase() + suffix);
    }

    ServerContender(ServerLauncher launcher, String name, String id) {
        this.launcher = launcher;
        this.name = name;
        this.id = id;
    }

    /** @return starts servers of the same kind */
    ServerLauncher launcher() {
        return launcher;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean can(Order order) {
        boolean threads = order.text("threads", "platform").equals("platform")
                || Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
        return threads && ServerEnvironment.canSay(order);
    }

    @Override
    public Map<String, Long> ask(Order order) {
        switch (order.verb()) {
            case "start" -> start(order);
            case "stop" -> stop();
            case "expect" -> expect(order);
            case "enqueue", "produce" -> {
                startToEnqueue(order.text("redis"));
                return running(order);
            }
            default -> {
                return running(order);
            }
        }
        return Map.of();
    }

    private void start(Order order) {
        stop();
        if (closed) {
            throw new IllegalStateException(name() + " has been closed");
        }
        server = launcher.start(id(), launcher.war(), ServerEnvironment.of(order));
        redis = order.text("redis");
        running(expected);
    }

    private void stop() {
        if (server != null) {
            ServerProcess stopping = server;
            server = null;
            try (stopping) {
                stopping.terminate(STOP_LIMIT);
            }
        }
    }

    /** May come before the start, and counts all the same. */
    private void expect(Order order) {
        expected = order;
        if (server != null) {
            running(order);
        }
    }

    private void startToEnqueue(String wanted) {
        if (server == null || !redis.equals(wanted)) {
            start(idle(wanted, id()));
        }
    }

    /**
     * A start for those who only want a server that is there.
     *
     * @param redis where
     * @param id whose
     * @return an order to work on a queue that stays empty
     */
    static Order idle(String redis, String id) {
        return Order.to("start").with("redis", redis).with("queues", "bench-" + id + "-idle:1").with("concurrency", 1);
    }

    private Map<String, Long> running(Order order) {
        if (server == null) {
            throw new IllegalStateException(name() + " has not been started: " + order);
        }
        return ServerHttp.ask(server.application(), order);
    }

    /** Of the server that runs: what earlier ones have used is not counted. */
    @Override
    public long cpuNanos() {
        return server == null ? 0 : server.cpuTime().toNanos();
    }

    @Override
    public void close() {
        closed = true;
        stop();
    }
}
