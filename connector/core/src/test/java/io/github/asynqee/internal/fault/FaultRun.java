package io.github.asynqee.internal.fault;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.fault.FaultLab.Topology;
import io.github.asynqee.internal.fault.FaultRow.Moment;
import io.github.asynqee.internal.fault.FaultRow.Ready;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/**
 * An application that sends tasks to itself while a fault begins and ends, and whose readiness is checked during that
 * time. All its threads are in one thread group, so that rows can run at the same time.
 */
final class FaultRun {

    private static final int SENDERS = 2;
    private static final long PAUSE_MILLIS = 100;
    /** When readiness must have noticed a fault. */
    private static final long NOTICED_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(40);
    /** Threads that all rows share: of the client library, of the JVM, of the network. */
    private static final Set<String> SHARED = Set.of("commons-pool-evictor", "CompletableFutureDelayScheduler",
            "tcp-proxy", "fake sentinel", "redis-output");

    /** The title of the report; times in milliseconds. */
    static final String TITLE = "%-29s %-8s %-8s %7s %7s %6s %5s %-9s %5s %6s %7s %s%n".formatted("fault", "redis",
            "moment", "longest", "normal", "close", "lines", "ready", "sent", "failed", "threads", "connections");

    /** The measurements, in milliseconds. */
    record Measured(long longest, long normal, long close, List<String> lines, Set<Ready> ready, int sent, int failed,
            List<String> threads, int connections, Set<String> errors) implements Serializable {}

    private final FaultRow row;
    private final FaultLab lab;
    private final ThreadGroup group;
    private final List<String> lines = new ArrayList<>();
    private final Set<String> errors = ConcurrentHashMap.newKeySet();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    /** When tasks were sent that were stored and run. */
    private final Map<String, Long> sending = new ConcurrentHashMap<>();
    private final AtomicLong handled = new AtomicLong(Long.MIN_VALUE);
    private final ConcurrentLinkedQueue<Look> looks = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile long beginning;

    /** A readiness check. */
    private record Look(long begin, long end, Ready ready) {}

    private FaultRun(FaultRow row, FaultLab lab, ThreadGroup group) {
        this.row = row;
        this.lab = lab;
        this.group = group;
    }

    /** Runs a row. */
    static Measured run(FaultRow row, Path directory) throws Exception {
        try (FaultLab lab = row.labs.start(directory)) {
            row.before.run(lab);
            if (row.withoutFiles) {
                return FaultProcess.run(row, lab, directory);
            }
            FaultRun run = new FaultRun(row, lab, new ThreadGroup(row.toString()));
            Handler log = run.log();
            Logger.getLogger("").addHandler(log);
            try {
                return run.inItsGroup();
            } finally {
                Logger.getLogger("").removeHandler(log);
            }
        }
    }

    private Measured inItsGroup() throws Exception {
        List<Object> result = new ArrayList<>();
        Thread thread = new Thread(group, () -> {
            try {
                result.add(measure());
            } catch (Throwable e) {
                result.add(e);
            }
        }, "row");
        thread.start();
        thread.join();
        if (result.get(0) instanceof Measured measured) {
            return left(measured);
        }
        throw new AssertionError(row + " could not be measured", (Throwable) result.get(0));
    }

    private Measured measure() throws Exception {
        if (row.moment == Moment.START) {
            begin();
        }
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(row.url.apply(lab.url())));
        DefaultAsynqClient client = DefaultAsynqClient.of(broker);
        ExecutorService lanes = Executors.newCachedThreadPool();
        Channel channel = new Channel(new ChannelConfig("channel", Map.of(FaultLab.QUEUE, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerLane.open(channel, 2,
                delivery -> handled.accumulateAndGet(sending.getOrDefault(delivery.message().id(), Long.MIN_VALUE),
                        Math::max),
                lanes);
        Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
        worker.start();
        beginning = System.nanoTime();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            String name = "s" + i + "-";
            senders.add(started(() -> send(client, name)));
        }
        senders.add(started(() -> look(broker)));

        long normal = 0;
        if (row.moment != Moment.START) {
            awaitNormal(System.nanoTime());
            longest.set(0);
            synchronized (lines) {
                lines.clear();
            }
            begin();
        }
        if (row.moment == Moment.CLOSING) {
            Thread.sleep(500);
        } else {
            Thread.sleep(row.hold.toMillis());
        }
        Set<Ready> seen = noticed();
        if (row.moment != Moment.CLOSING && !row.forGood) {
            row.end.run(lab);
            normal = awaitNormal(System.nanoTime());
        }
        ended = true;
        long begin = System.nanoTime();
        worker.shutdown(Duration.ofSeconds(1));
        client.close();
        broker.close();
        long close = System.nanoTime() - begin;
        lanes.shutdown();
        for (Thread sender : senders) {
            sender.join();
        }
        if (row.moment == Moment.CLOSING) {
            row.end.run(lab);
        }
        return new Measured(millis(longest.get()), millis(normal), millis(close), lines, seen, sent.get(), failed.get(),
                List.of(), 0, errors);
    }

    private void begin() throws Exception {
        beginning = System.nanoTime();
        row.begin.run(lab);
    }

    private Set<Ready> noticed() {
        Set<Ready> seen = new HashSet<>();
        looks.stream().filter(look -> look.end() >= beginning + NOTICED_NANOS)
                .forEach(look -> seen.add(look.ready()));
        return seen;
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work, "test");
        thread.start();
        return thread;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private void send(DefaultAsynqClient client, String name) {
        for (int i = 0; !ended; i++) {
            String id = name + i;
            long begin = System.nanoTime();
            sending.put(id, begin);
            try {
                client.enqueue(Task.of("a", "{}").queue(FaultLab.QUEUE).id(id));
                sent.incrementAndGet();
            } catch (RuntimeException e) {
                failed.incrementAndGet();
                if (!ended) {
                    errors.add(e.getClass().getSimpleName() + String.valueOf(e.getMessage()).replace(id, ""));
                }
            }
            longest.accumulateAndGet(System.nanoTime() - begin, Math::max);
            rest();
        }
    }

    private void look(RedisBroker broker) {
        while (!ended) {
            long begin = System.nanoTime();
            Ready ready = ready(broker);
            looks.add(new Look(begin, System.nanoTime(), ready));
            rest();
        }
    }

    private static Ready ready(RedisBroker broker) {
        try {
            broker.status();
            return broker.outages().writes().current().isPresent() ? Ready.WARNING : Ready.UP;
        } catch (BrokerException e) {
            return Ready.DOWN;
        }
    }

    private static void rest() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until a task that was sent since then has run, and readiness is up; returns how long that took. */
    private long awaitNormal(long since) throws InterruptedException {
        while (handled.get() < since || looks.stream().noneMatch(
                look -> look.begin() >= since && look.ready() == Ready.UP)) {
            if (System.nanoTime() - since > LONGEST_NANOS) {
                return LONGEST_NANOS;
            }
            Thread.sleep(10);
        }
        return System.nanoTime() - since;
    }

    /** Adds the threads and connections that the application has not closed. */
    private Measured left(Measured measured) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        List<String> threads = threads();
        while ((!threads.isEmpty() || connections() > 0) && System.nanoTime() < end) {
            if (row.topology == Topology.TLS) {
                // a socket whose TLS connection broke may be closed only when it is collected
                System.gc();
            }
            Thread.sleep(50);
            threads = threads();
        }
        return new Measured(measured.longest(), measured.normal(), measured.close(), List.copyOf(lines),
                measured.ready(), measured.sent(), measured.failed(), threads, connections(), measured.errors());
    }

    private List<String> threads() {
        Thread[] found = new Thread[1_000];
        int count = group.enumerate(found);
        return Stream.of(found).limit(count).map(Thread::getName)
                .filter(name -> !SHARED.contains(name) && !name.startsWith("ForkJoinPool")).sorted().toList();
    }

    /** The connections of this process to the Redis of the row, by the kernel. */
    private int connections() throws IOException {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = Path.of("/proc/self/net", table);
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] columns = line.trim().split("\\s+");
                if (columns.length > 9 && columns[2].contains(":") && lab.ports()
                        .contains(Integer.parseInt(columns[2].substring(columns[2].lastIndexOf(':') + 1), 16))) {
                    sockets.add("socket:[" + columns[9] + "]");
                }
            }
        }
        int own = 0;
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                try {
                    own += sockets.contains(Files.readSymbolicLink(file).toString()) ? 1 : 0;
                } catch (IOException e) {
                    // the file was closed after it was listed
                    continue;
                }
            }
        }
        return own;
    }

    private Handler log() {
        return new Handler() {
            @Override
            public void publish(LogRecord logged) {
                if (logged.getLevel().intValue() >= Level.INFO.intValue()
                        && group.parentOf(Thread.currentThread().getThreadGroup())) {
                    synchronized (lines) {
                        lines.add(logged.getLevel() + " " + new SimpleFormatter().formatMessage(logged));
                    }
                }
            }

            @Override
            public void flush() {
                // each line is complete
            }

            @Override
            public void close() {
                // nothing to close
            }
        };
    }

    /** A line of the report. */
    static String text(FaultRow row, Measured measured) {
        return "%-29s %-8s %-8s %7d %7d %6d %5d %-9s %5d %6d %7d %d%n".formatted(row.fault, row.topology, row.moment,
                measured.longest(), measured.normal(), measured.close(), measured.lines().size(),
                measured.ready().stream().map(Ready::name).sorted().collect(Collectors.joining(",")), measured.sent(),
                measured.failed(), measured.threads().size(), measured.connections());
    }
}
