package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.redis.CurrentScope;
import io.github.asynqee.console.view.Freshness;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.redis.BrokerException;

/**
 * Reads the state of one Redis, once for all viewers, with a limited number of commands per second. Each reading reads
 * all queues if there are few, or some of them in round robin. If a node of a cluster is down the last known state of
 * its keys is kept.
 */
public final class Monitor {

    private static final Duration FINDINGS_AGE = Duration.ofSeconds(15);
    private static final int MAX_LISTS = 50;
    /** Pause per queue of a server: twenty times the time to read it. */
    private static final Duration PER_NAME = Duration.ofNanos(10_000);
    private static final int HISTORY_PART = 8;
    /**
     * Minimum number of commands, enough to read the viewed queues at once after a change, regardless of the interval.
     */
    private static final int LEAST_COMMANDS = 500;

    private final ConsoleRedis redis;
    private final Clock clock;
    private final Duration refresh;
    private final long budget;
    private final long commands;
    private volatile Runnable onChange = () -> {};
    private final Series series = new Series();
    private final CachedValue<List<Finding>> redisFindings;
    private final QueueNames names;
    private final QueueCache cache;
    private final History history;
    private final CachedValue<Snapshot> snapshot;
    private final LimitLists limits;
    private final QueueScope scope;
    /** The monitor without a scope, which reads; {@code this} if this monitor has no scope. */
    private final Monitor all;
    private volatile Lists lists = new Lists(List.of(), Map.of());
    private List<ServerDetails> servers = List.of();
    /** When the servers were read last, and when they are read again. */
    private Instant serversAt = Instant.MIN;
    private Instant serversFrom = Instant.MIN;
    private Instant readAt = Instant.EPOCH;

    /**
     * Creates a monitor, which reads nothing until its first call.
     *
     * @param redis the Redis to read
     * @param clock for the age of values
     * @param refresh the age from which the state is read again
     * @param budget approximate number of commands per second; the first reading sends at least one command per queue
     */
    public Monitor(ConsoleRedis redis, Clock clock, Duration refresh, long budget) {
        this.redis = redis;
        this.clock = clock;
        this.refresh = refresh;
        this.budget = budget;
        this.commands = Math.max(1, budget * refresh.toMillis() / 1_000);
        this.redisFindings = new CachedValue<>(clock, () -> redis.inspector().health().findingsOfRedis());
        this.names = new QueueNames(redis, clock);
        this.cache = new QueueCache(redis.inspector(), clock);
        this.history = new History(redis, clock);
        this.snapshot = new CachedValue<>(clock, this::read);
        this.limits = new LimitLists(clock, refresh, queue -> redis.inspector().queues().limits(queue));
        this.scope = QueueScope.ALL;
        this.all = this;
    }

    private Monitor(Monitor all, QueueScope scope) {
        this.redis = all.redis;
        this.clock = all.clock;
        this.refresh = all.refresh;
        this.budget = all.budget;
        this.commands = all.commands;
        this.redisFindings = all.redisFindings;
        this.names = all.names;
        this.cache = all.cache;
        this.history = new History(redis, clock);
        this.snapshot = all.snapshot;
        this.limits = all.limits;
        this.scope = scope;
        this.all = all;
    }

    /**
     * Returns the same readings restricted to the queues of a scope. It has no series, because its points are sums over
     * all queues.
     */
    public Monitor within(QueueScope some) {
        return new Monitor(all, some);
    }

    /** The Redis without the scope, for the thread that reads for all viewers. */
    ConsoleRedis redis() {
        return redis;
    }

    /** The sums over all queues, with the history of 30 days. */
    public Overview overview() {
        return redis.limited(() -> {
            Snapshot read = seen();
            if (!scope.isAll()) {
                history.read(read.queues().stream().map(QueueRow::name).toList(), commands / HISTORY_PART);
            }
            return Overview.of(read, false, series.points(), Overview.history(read, history.past()));
        });
    }

    /** The sums over all queues without the history, from the last reading; {@code null} before the first reading. */
    public Overview last(boolean stale) {
        Snapshot last = snapshot.last();
        return last == null ? null : Overview.of(last.within(scope), stale, series.points(), null);
    }

    private Snapshot seen() {
        return current().within(scope);
    }

    /** All queues, by name. */
    public List<QueueRow> queues() {
        return redis.limited(() -> seen().queues());
    }

    /** How old the queues are. */
    public Freshness freshness() {
        return redis.limited(() -> seen().freshness());
    }

    /**
     * Queues in an order, which is computed once for all viewers.
     *
     * @param name names the filter and the order
     * @param list filters and sorts
     */
    public List<QueueRow> queues(String name, Function<Stream<QueueRow>, Stream<QueueRow>> list) {
        List<QueueRow> all = queues();
        Lists known = lists;
        if (known.all() != all || known.byName().size() > MAX_LISTS) {
            known = new Lists(all, new ConcurrentHashMap<>());
            lists = known;
        }
        return known.byName().computeIfAbsent(name, key -> list.apply(all.stream()).toList());
    }

    /** Lists in some orders of the same state. */
    private record Lists(List<QueueRow> all, Map<String, List<QueueRow>> byName) {}

    /** Marks queues as viewed: for a minute they are read at each reading. */
    public void view(Collection<String> queues) {
        cache.view(queues);
    }

    /** All servers. */
    public List<ServerDetails> servers() {
        return redis.limited(() -> seen().servers());
    }

    /** The keys of a queue's limits, most blocked tasks first. */
    public List<LimitKey.State> limits(String queue) {
        CurrentScope.require(scope, queue);
        return redis.limited(() -> limits.of(queue));
    }

    /**
     * All findings, the most urgent first. The findings of a queue are read again when they are at least 15 seconds
     * old.
     */
    public List<Finding> findings() {
        return redis.limited(() -> seen().findings());
    }

    /** The input of alerts. */
    public State state() {
        return redis.limited(() -> {
            Snapshot read = seen();
            return new State(read.queues(), read.findings(), read.examined());
        });
    }

    /**
     * The result of one reading.
     *
     * @param examined last examination by queue
     */
    public record State(List<QueueRow> queues, List<Finding> findings, ExaminationTimes examined) {}

    /** Makes the next call read again, because this console has changed the state. */
    public void changed() {
        snapshot.expire();
        redisFindings.expire();
        all.onChange.run();
    }

    /** Like {@link #changed()}; the next reading includes the queue. */
    public void changed(String queue) {
        cache.view(List.of(queue));
        limits.changed(queue);
        changed();
    }

    void onChange(Runnable listener) {
        onChange = listener;
    }

    Snapshot current() {
        Snapshot last = snapshot.last();
        return snapshot.get(last == null || last.complete() ? refresh : Duration.ZERO);
    }

    /** The last state, {@code null} if none has been read. */
    Snapshot last() {
        return snapshot.last();
    }

    Series series() {
        return series;
    }

    public Set<String> viewed() {
        return cache.viewed();
    }

    /** The budget of a reading: the commands saved since the previous reading. */
    private long allowed(Instant at) {
        long millis = Duration.between(readAt, at).toMillis();
        readAt = at;
        return Math.max(Math.min(commands, LEAST_COMMANDS), Math.min(commands, budget * millis / 1_000));
    }

    private Snapshot read() {
        Instant at = clock.instant();
        Outcome outcome = new Outcome();
        outcome.attempt(() -> readServers(at));
        outcome.attempt(() -> cache.exist(names.get()));
        BrokerException failure = cache.read(allowed(at));
        if (outcome.failure != null && cache.isEmpty()) {
            throw outcome.failure;
        }
        if (failure != null) {
            requireAnyNode(failure);
        }
        history.read(cache.names(), commands / HISTORY_PART);
        outcome.attempt(() -> redisFindings.get(FINDINGS_AGE));
        List<Finding> ofRedis = redisFindings.last();
        Snapshot read = new Snapshot(at, cache.rows(), servers, Stream
                .concat(ofRedis == null ? Stream.of() : ofRedis.stream(), cache.findings().stream())
                .sorted(Comparator.comparing(Finding::severity).thenComparing(Finding::queue)).toList(),
                cache.ages(), cache.examined(redisFindings.lastAt()), cache.isComplete());
        series.add(read);
        return read;
    }

    /** Many servers with many queues are read less often, so that they take a small share of the time. */
    private void readServers(Instant at) {
        if (at.isBefore(serversFrom) && !at.isBefore(serversAt)) {
            return;
        }
        servers = redis.inspector().servers();
        serversAt = at;
        long names = servers.stream().mapToLong(server -> server.queues().size()).sum();
        serversFrom = at.plus(PER_NAME.multipliedBy(names));
        cache.served(servers.stream().flatMap(server -> server.queues().keySet().stream())
                .collect(Collectors.groupingBy(queue -> queue, Collectors.counting())));
    }

    /**
     * Throws the failure unless another cluster node is readable. All queues may be on the node that is down, but the
     * other data is still shown.
     */
    private void requireAnyNode(BrokerException failure) {
        if (redis.executor().isOneServer()) {
            throw failure;
        }
        redisFindings.expire();
        redisFindings.get(FINDINGS_AGE);
    }

    /**
     * The outcome of a reading. In a cluster only a part of the keys may be unreadable; otherwise a failure concerns
     * all keys.
     */
    private final class Outcome {

        private BrokerException failure;

        private void attempt(Runnable reading) {
            try {
                reading.run();
            } catch (BrokerException e) {
                if (redis.executor().isOneServer()) {
                    throw e;
                }
                failure = e;
            }
        }
    }
}
