package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Day;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.ServerDetails;

/** Reads the state of one Redis, once for all viewers. */
public final class Monitor {

    private static final Duration FINDINGS_AGE = Duration.ofSeconds(15);
    private static final Duration HISTORY_AGE = Duration.ofMinutes(1);
    private static final int HISTORY_DAYS = 30;

    private final ConsoleRedis redis;
    private final Clock clock;
    private final Duration refresh;
    private volatile Runnable onChange = () -> {};
    private final Series series = new Series();
    private final Aged<List<Finding>> findings;
    private final Aged<List<Day>> history;
    private final Aged<Snapshot> snapshot;

    /**
     * Creates a monitor, which reads nothing until it is asked.
     *
     * @param redis what is read
     * @param clock for the age of what was read
     * @param refresh the age from which the state is read again
     */
    public Monitor(ConsoleRedis redis, Clock clock, Duration refresh) {
        this.redis = redis;
        this.clock = clock;
        this.refresh = refresh;
        this.findings = new Aged<>(clock, () -> redis.inspector().findings());
        this.history = new Aged<>(clock, this::readHistory);
        this.snapshot = new Aged<>(clock, this::read);
    }

    public ConsoleRedis redis() {
        return redis;
    }

    /** The sums over all queues, with the history of 30 days. */
    public Overview overview() {
        return redis.limited(() -> Overview.of(current(), false, series.points(), history.get(HISTORY_AGE)));
    }

    /** All queues, by name. */
    public List<QueueRow> queues() {
        return redis.limited(() -> current().queues());
    }

    /** All servers. */
    public List<ServerDetails> servers() {
        return redis.limited(() -> current().servers());
    }

    /** The findings, at most 15 seconds old. */
    public List<Finding> findings() {
        return redis.limited(() -> findings.get(FINDINGS_AGE));
    }

    /** Makes the next question read again: the state has been changed from here. */
    public void changed() {
        snapshot.expire();
        findings.expire();
        onChange.run();
    }

    void onChange(Runnable listener) {
        onChange = listener;
    }

    Snapshot current() {
        return snapshot.get(refresh);
    }

    /** The last state, {@code null} if none has been read. */
    Snapshot last() {
        return snapshot.last();
    }

    Series series() {
        return series;
    }

    private Snapshot read() {
        Inspector inspector = redis.inspector();
        Instant at = clock.instant();
        List<ServerDetails> servers = inspector.servers();
        Map<String, Long> consumers = servers.stream().flatMap(server -> server.queues().keySet().stream())
                .collect(Collectors.groupingBy(queue -> queue, Collectors.counting()));
        List<QueueRow> rows = inspector.queueInfos(inspector.queues()).stream()
                .map(info -> QueueRow.of(info, consumers.getOrDefault(info.queue(), 0L))).toList();
        Snapshot read = new Snapshot(at, rows, servers, findings.get(FINDINGS_AGE));
        series.add(read);
        return read;
    }

    private List<Day> readHistory() {
        List<DailyStats> counters = new ArrayList<>();
        for (QueueRow queue : current().queues()) {
            try {
                counters.addAll(redis.inspector().history(queue.name(), HISTORY_DAYS));
            } catch (QueueNotFoundException e) {
                // removed since the names were read
                continue;
            }
        }
        return Day.sum(counters);
    }
}
