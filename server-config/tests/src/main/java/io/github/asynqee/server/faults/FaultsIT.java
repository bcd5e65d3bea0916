package io.github.asynqee.server.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.StoredState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.Figures;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.faults.app.ContentHandlers;
import io.github.asynqee.server.faults.app.Effects;
import io.github.asynqee.server.faults.app.Handlers;
import io.github.asynqee.server.faults.app.Kind;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import redis.clients.jedis.RedisClient;

/**
 * Two servers and a worker of stock Go asynq under load, while servers, Go, Redis and connections fail. Then everything ends,
 * and nothing that was promised may be broken. {@code -Dfaults.seed} repeats the order of the faults, {@code -Dfaults.seconds}
 * sets how long they last, {@code -Dfaults.redis} the kind of Redis: {@code single}, {@code sentinel} or {@code cluster},
 * {@code -Dfaults.pause} the longest time between two faults of servers, twice that of Redis, in seconds,
 * {@code -Dfaults.redeployments} after how many redeployments of a node it is compared with itself.
 */
@EnabledIfSystemProperty(named = "asynq.test.faults", matches = "true", disabledReason = "only with -Pfaults")
class FaultsIT {

    private static final Duration ENDS = Duration.ofMinutes(5);
    private static final int CONCURRENCY_OF_GO = 10;
    private static final int AHEAD_SECONDS = 60;
    private static final int BEHIND_SECONDS = -60;
    private static final int ROUNDS_AT_ONCE = 4;
    /** With more tasks that have not run, senders wait. */
    private static final int BACKLOG = 5_000;
    /** How often at most the holdings of a node are read until they no longer exceed the earlier ones. */
    private static final int LOOKS = 10;
    private static final int BETWEEN_LOOKS_MILLIS = 3_000;
    /** Delayed by two seconds; due times are whole ones. */
    private static final Duration DELAYED = Duration.ofSeconds(1);
    /** Tasks that run at the same time, on two servers and in Go. */
    private static final int AT_ONCE = 2 * FaultsApplication.AT_ONCE + CONCURRENCY_OF_GO;
    /** After these a task may run again: its worker or its outcome is gone, or its lease has expired. */
    private static final Pattern REPEATING = Pattern.compile("kill -9|SIGSTOP|CLIENT PAUSE|" + Node.NO_MEMORY);

    /** After these an attempt may have been taken that never began, or begin again. */
    private static final Pattern COUNTING = Pattern.compile(REPEATING + "|SIGTERM|redeployment");

    /** After these a lease may be over, or forgotten, while its task runs: others may run beside it. */
    private static final Pattern FORGETTING_LEASES = Pattern
            .compile("SIGSTOP for longer|(kill -9|CLIENT PAUSE) of the master");

    private final long seed = setting("faults.seed", System.currentTimeMillis() % 1_000_000);
    private final long seconds = setting("faults.seconds", 60);
    private final int pauseMillis = 1_000 * (int) setting("faults.pause", 5);
    private final int redeployments = (int) setting("faults.redeployments", 2);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Ledger ledger = new Ledger();
    private final Queue<Happened> log = Injector.log();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }

    private static long setting(String name, long byDefault) {
        String value = System.getProperty(name, "");
        return value.isEmpty() || value.startsWith("$") ? byDefault : Long.parseLong(value);
    }

    private static String kind() {
        String value = System.getProperty("faults.redis", "");
        if (value.isEmpty() || value.startsWith("$")) {
            return ServerUnderTest.server() == AppServer.LIBERTY ? "cluster" : "single";
        }
        return value;
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    @Test
    void no_acknowledged_task_is_lost() throws Exception {
        FaultyRedis redis = opened(FaultyRedis.start(kind()));
        EmbeddedRedis counted = opened(EmbeddedRedis.start());
        RedisClient effects = opened(Effects.connect(counted.url()));
        Database database = opened(new Database());
        Path application = FaultsApplication.archive(redis);
        GoWorker go = opened(new GoWorker(redis.url(), counted.host() + ":" + counted.port()));
        WallClock ahead = new WallClock(AHEAD_SECONDS);
        WallClock behind = new WallClock(BEHIND_SECONDS);
        Node one = opened(new Node("one", application, environment("one", counted, ahead, ContentHandlers.NEWER),
                database));
        Node two = opened(new Node("two", application, environment("two", counted, behind, ContentHandlers.OLDER),
                database));
        List<Node> nodes = List.of(one, two);
        Operator operator = opened(new Operator(redis.url(), seed));
        BigTasks big = opened(new BigTasks(redis.url(), ledger));
        one.start();
        two.start();
        ahead.assertIsOf(one);
        behind.assertIsOf(two);
        go.start();
        Backlog backlog = opened(new Backlog(ledger, effects, database, BACKLOG));
        List<Producer> producers = producers(nodes, backlog);
        List<Injector> injectors = injectors(nodes, go, redis);

        backlog.start();
        producers.forEach(Producer::start);
        injectors.forEach(Injector::start);
        operator.start();
        big.start();
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
        try {
            for (Injector injector : injectors) {
                injector.stop();
            }
        } finally {
            for (Producer producer : producers) {
                producer.stop();
            }
            big.stop();
            Files.write(ServerUnderTest.workFile("faults.log"), log.stream().map(Happened::toString).toList());
        }
        int archived = operator.stop();
        awaitEnd(redis, effects, database);
        two.stop();
        go.close();
        List<String> grown = redeploy(one, redis);
        one.stop();
        List<String> unexplained = explain(effects.lrange(Effects.AGAIN, 0, -1));
        check(redis, Effected.of(effects, database), archived);
        assertThat(database.left()).as("committed, although their handler has left them: " + run()).isEmpty();
        assertThat(unexplained).as("ran again, without a fault that allows it: " + run()).isEmpty();
        assertThat(grown).as("grown by redeployments: " + run()).isEmpty();
    }

    private static Map<String, String> environment(String server, EmbeddedRedis effects, WallClock clock,
            String versions) throws IOException {
        Map<String, String> environment = new HashMap<>(clock.environment());
        environment.put(ContentHandlers.VERSIONS, versions);
        environment.put(Effects.URL, effects.url());
        environment.put(Effects.SERVER, server);
        environment.put(ContentHandlers.PAYLOADS,
                Files.createDirectories(ServerUnderTest.workFile("faults-payloads")).toString());
        return environment;
    }

    /** The first one only fills caches. */
    private List<String> redeploy(Node node, FaultyRedis redis) throws IOException, InterruptedException {
        node.renew();
        Holdings before = Holdings.of(node, redis);
        for (int i = 0; i < redeployments; i++) {
            node.renew();
        }
        Holdings after = Holdings.of(node, redis);
        // threads of the last deployment may just be ending
        for (int left = LOOKS; left > 0 && !after.grownSince(before).isEmpty(); left--) {
            Thread.sleep(BETWEEN_LOOKS_MILLIS);
            after = Holdings.of(node, redis);
        }
        Figures.add("faults, %d redeployments: %s, then %s".formatted(redeployments, before, after));
        return after.grownSince(before);
    }

    private String run() {
        return "%s, seed %d, %d s, %d faults".formatted(kind(), seed, seconds, log.size());
    }

    private void awaitEnd(FaultyRedis redis, RedisClient effects, Database database) throws SQLException {
        try {
            await().atMost(ENDS).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
                assertThat(database.waiting()).as("rows of the outbox: " + run()).isZero();
                assertThat(waiting(redis)).as("still stored: " + run()).isEmpty();
                assertThat(ledger.notRun(Effected.of(effects, database))).as("have not run: " + run()).isEmpty();
            });
        } finally {
            Figures.add("faults, " + run() + ": " + ledger.report(Effected.of(effects, database)).figures());
        }
    }

    /** Writes to a file which fault explains each repeated task; returns the tasks without an explanation. */
    private List<String> explain(List<String> again) throws IOException {
        Map<Repetition, Optional<Happened>> causes = new LinkedHashMap<>();
        again.stream().map(Repetition::of).forEach(task -> causes.put(task, task.cause(log)));
        Files.write(ServerUnderTest.workFile("again.log"), causes.entrySet().stream()
                .map(task -> task.getKey() + " <- " + task.getValue().map(Happened::toString).orElse("?")).toList());
        Map<String, Long> faults = causes.values().stream().collect(Collectors
                .groupingBy(cause -> cause.map(Happened::name).orElse("?"), TreeMap::new, Collectors.counting()));
        Figures.add("faults, " + run() + ": ran again because of " + faults);
        return causes.entrySet().stream().filter(task -> task.getValue().isEmpty())
                .map(task -> task.getKey().toString()).toList();
    }

    private void check(FaultyRedis redis, Effected effected, int archived) {
        Ledger.Report report = ledger.report(effected);
        assertThat(report.lost()).as("lost: " + run()).isEmpty();
        assertThat(report.unexpected()).as("unexpected: " + run()).isEmpty();
        assertThat(StoredState.of(redis.nodes().get()).violations()).as("state of Redis: " + run()).isEmpty();
        if (remembersOutcomes()) {
            assertThat(report.duplicated() + effected.ticksAgain()).as("ran again: " + run())
                    .isLessThanOrEqualTo(AT_ONCE * happened(REPEATING));
        }
        assertThat(effected.twiceInDatabase()).as("effects behind an inbox: " + run()).isEmpty();
        assertThat(effected.skippedSteps()).as("steps of long tasks never done: " + run()).isEmpty();
        assertThat(effected.stepsAgain()).as("steps of long tasks done again: " + run())
                .isLessThanOrEqualTo(Handlers.STEPS * 2 * FaultsApplication.AT_ONCE_LONG * happened(REPEATING));
        assertThat(effected.early()).as("ticks before their time, callbacks before their batch, links before the one "
                + "before, retries before their delay: " + run()).isEmpty();
        assertThat(effected.wrong()).as("other payloads, or versions that a server does not know: " + run()).isEmpty();
        assertThat(ledger.replaced(effected)).as("replaced by debounce: " + run()).isPositive();
        assertThat(ledger.begunWithin(DELAYED, effected.begun())).as("delayed, but begun early: " + run()).isEmpty();
        Figures.add("faults, %d tasks of small tenants, %d passed over".formatted(effected.turns().small(),
                effected.turns().passedOver().size()));
        assertThat(effected.turns()).as("tasks of small tenants beside a large one: " + run()).matches(Turns::taken);
        if (remembersOutcomes()) {
            assertThat(effected.tooSoon()).as("run again while their key was closed: " + run()).isEmpty();
        }
        assertThat(effected.throttling().tooClose(Kind.WINDOW)).as("throttled, but stored: " + run()).isEmpty();
        assertThat(effected.throttling().ranRefused(effected.ran().keySet())).as("run, but refused: " + run())
                .isEmpty();
        assertThat(effected.throttling().keysAgain()).as("keys of throttled tasks: " + run()).isEqualTo(Kind.ARTICLES);
        if (remembersOutcomes()) {
            assertThat(effected.miscountedAttempts()).as("retries: " + run()).hasSizeLessThanOrEqualTo(
                    2 * FaultsApplication.AT_ONCE_PATIENT * happened(COUNTING));
        }
        Figures.add("faults, %d attempts were counted twice or never".formatted(effected.miscountedAttempts().size()));
        assertThat(effected.missedTicks()).as("ticks that never ran: " + run()).isEmpty();
        assertThat(effected.beyondLimit()).as("ran beyond their limit: " + run())
                .hasSizeLessThanOrEqualTo(FaultsApplication.AT_ONCE_LIMITED * happened(FORGETTING_LEASES));
        try (Inspector inspector = Inspectors.connect(redis.url())) {
            assertThat(effected.miscounted(inspector.logical().queues(), remembersOutcomes()))
                    .as("counters: " + run()).isEmpty();
            int lost = effected.lostByTheirHandler(inspector.logical().queues());
            Figures.add("faults, %d tasks were lost that are acknowledged before they run".formatted(lost));
            assertThat(lost).as("lost that are acknowledged before they run: " + run()).isBetween(
                    remembersOutcomes() ? 0 : Integer.MIN_VALUE, FaultsApplication.AT_ONCE_PRE * happened(COUNTING));
        }
        assertThat(archived).as("archived, and restored: " + run()).isPositive();
        assertThat(report.acknowledged()).as("the load was handled: " + run()).isGreaterThan((int) seconds);
    }

    /** False if a replica takes over, because it may lack the latest outcomes. */
    private static boolean remembersOutcomes() {
        return !"sentinel".equals(kind());
    }

    private int happened(Pattern faults) {
        return (int) log.stream().filter(fault -> faults.matcher(fault.name()).lookingAt()).count();
    }

    private static String endOf(String queue) {
        return queue.equals(Kind.HOPELESS.queue()) ? "archived" : "completed";
    }

    /** Tasks in Redis that have not ended, or were archived though they may be retried. */
    private static List<String> waiting(FaultyRedis redis) {
        StoredState state = StoredState.of(redis.nodes().get());
        return Stream.of(Kind.QUEUES).flatMap(queue -> state.tasks(queue).entrySet().stream()
                .filter(task -> !task.getValue().equals(endOf(queue))))
                .map(task -> task.getKey() + " " + task.getValue()).toList();
    }

    private List<Producer> producers(List<Node> nodes, Backlog backlog) {
        AtomicLong numbers = new AtomicLong();
        AtomicLong members = new AtomicLong();
        List<Kind> batch = List.of(Kind.MEMBER, Kind.BATCH, Kind.LINK);
        List<Kind> direct = Stream.of(Kind.values())
                .filter(kind -> kind != Kind.OUTBOX && kind != Kind.BIG && !batch.contains(kind))
                .toList();
        return nodes.stream().flatMap(node -> Stream.of(
                new Producer(node, "tasks", direct, ledger, ROUNDS_AT_ONCE, numbers, backlog::isLong),
                new Producer(node, "outbox", List.of(Kind.OUTBOX), ledger, ROUNDS_AT_ONCE, numbers, backlog::isLong),
                new Producer(node, "batches", batch, ledger, Kind.MEMBERS, members, backlog::isLong))).toList();
    }

    /** At most one node fails at a time. Redis or its connections may fail at the same time. */
    private List<Injector> injectors(List<Node> nodes, GoWorker go, FaultyRedis redis) {
        List<Fault> ofNodes = new ArrayList<>(go.faults());
        nodes.forEach(node -> ofNodes.addAll(node.faults()));
        return List.of(new Injector("faults-of-nodes", ofNodes, seed, pauseMillis, log),
                new Injector("faults-of-redis", redis.faults(), seed + 1, pauseMillis / 2, log));
    }
}
