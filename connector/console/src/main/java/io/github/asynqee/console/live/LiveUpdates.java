package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.view.QueueRow;

/**
 * Reads one Redis for all viewers together and sends them what has changed. Without viewers it reads once a minute, for the
 * series of the overview.
 */
public final class LiveUpdates implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(LiveUpdates.class.getName());
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** A stream ends after this time; the browser connects again, and its login is checked again. */
    private static final Duration MAX_AGE = Duration.ofMinutes(5);
    /** With the default interval less than 5 seconds, after which an outage must be shown. */
    static final Duration READ_LIMIT = Duration.ofMillis(2_500);
    /** Reading takes at most this part of the time. */
    private static final int SHARE = 10;
    private static final Duration SHORT_PAUSE = Duration.ofMillis(100);
    private static final int MAX_SUBSCRIBERS = 500;
    private static final int UNAVAILABLE = 503;
    /** Of more queues the ones that are looked at and the busiest ones are sent. */
    private static final int MAX_QUEUES = 500;
    private static final int VIEWED = 80;
    private static final int BUSIEST = 20;

    private final Monitor monitor;
    private final Supplier<List<Job>> jobs;
    private final Clock clock;
    private final Duration refresh;
    private final Map<Subscriber, Instant> subscribers = new ConcurrentHashMap<>();
    private final Semaphore wakeUps = new Semaphore(0);
    private Map<String, QueueRow> lastQueues = Map.of();
    private volatile List<Job> lastJobs = List.of();
    private Instant lastSent = Instant.MIN;
    private volatile boolean stopped;

    /**
     * Creates the updates; {@link #start} starts them.
     *
     * @param monitor reads the state
     * @param jobs reads the latest jobs
     * @param clock for intervals
     * @param refresh the shortest time between two readings
     */
    public LiveUpdates(Monitor monitor, Supplier<List<Job>> jobs, Clock clock, Duration refresh) {
        this.monitor = monitor;
        this.jobs = jobs;
        this.clock = clock;
        this.refresh = refresh;
        monitor.onChange(wakeUps::release);
    }

    /** Starts the thread. */
    public void start(ThreadFactory threads) {
        threads.newThread(this::loop).start();
    }

    /** Adds a viewer, who gets the last known state at once; returns false if there are too many. */
    public boolean subscribe(Subscriber subscriber) {
        if (stopped || subscribers.size() >= MAX_SUBSCRIBERS) {
            return false;
        }
        Snapshot last = monitor.last();
        if (last != null) {
            subscriber.send("overview", overview(last, false));
            subscriber.send("queues", Json.text(new QueueChanges(sent(last), List.of())));
            subscriber.send("jobs", jobs(lastJobs));
        }
        subscribers.put(subscriber, clock.instant());
        wakeUps.release();
        return true;
    }

    private void loop() {
        Instant round = clock.instant();
        while (!stopped) {
            long start = System.nanoTime();
            tick();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            boolean isRoundOver = subscribers.isEmpty() && !isBehind(round);
            Duration pause = isRoundOver ? Series.STEP : isComplete() ? pause(took) : SHORT_PAUSE;
            try {
                wakeUps.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
            } catch (InterruptedException e) {
                stopped = true;
            }
            round = isRoundOver ? clock.instant() : round;
        }
    }

    /** While there are queues that have never been read they are read, one part after the other. */
    private boolean isComplete() {
        Snapshot last = monitor.last();
        return last == null || last.complete();
    }

    /** Whether queues are still to be read that were last read before the begin of a round. */
    private boolean isBehind(Instant round) {
        Snapshot last = monitor.last();
        Instant oldest = last == null ? null : last.freshness().oldestAt();
        return !isComplete() || oldest != null && oldest.isBefore(round);
    }

    /** At most until the next heartbeat; what is not older than {@code refresh} is not read again. */
    private Duration pause(Duration took) {
        Duration rest = took.multipliedBy(SHARE);
        Duration pause = rest.compareTo(refresh) > 0 ? rest : refresh;
        return pause.compareTo(HEARTBEAT) > 0 ? HEARTBEAT : pause;
    }

    /** Reads once and sends what has changed. */
    void tick() {
        expire();
        try {
            Snapshot read = monitor.redis().limited(READ_LIMIT, monitor::current);
            if (!subscribers.isEmpty()) {
                broadcast("overview", overview(read, false));
                sendQueues(read);
                sendJobs(monitor.redis().limited(READ_LIMIT, jobs::get));
            }
        } catch (RuntimeException e) {
            // an outage is in the log already
            LOG.log(Problems.of(e).status() == UNAVAILABLE ? Level.FINE : Level.SEVERE,
                    "The state of Redis " + monitor.redis().name() + " could not be read.", e);
            Snapshot last = monitor.last();
            broadcast("stale", Json.text(last == null ? Map.of("detail", "Redis is not available.")
                    : Map.of("at", last.at(), "detail", "Redis is not available.")));
        }
        if (lastSent.isBefore(clock.instant().minus(HEARTBEAT))) {
            broadcast(null, null);
        }
    }

    private String overview(Snapshot snapshot, boolean stale) {
        return Json.text(Overview.of(snapshot, stale, monitor.series().points(), null));
    }

    /** The data of an event {@code queues}. */
    private record QueueChanges(List<QueueRow> items, List<String> removed) {}

    private void sendQueues(Snapshot read) {
        Map<String, QueueRow> now = new HashMap<>();
        read.queues().forEach(row -> now.put(row.name(), row));
        List<QueueRow> changed = sent(read).stream()
                .filter(row -> !row.isSameAs(lastQueues.get(row.name()))).toList();
        List<String> removed = lastQueues.keySet().stream().filter(name -> !now.containsKey(name)).sorted()
                .limit(MAX_QUEUES).toList();
        lastQueues = now;
        if (!changed.isEmpty() || !removed.isEmpty()) {
            broadcast("queues", Json.text(new QueueChanges(changed, removed)));
        }
    }

    /** The queues whose changes are sent. */
    private List<QueueRow> sent(Snapshot read) {
        if (read.queues().size() <= MAX_QUEUES) {
            return read.queues();
        }
        Set<String> viewed = monitor.viewed();
        return Stream.concat(read.queues().stream().filter(row -> viewed.contains(row.name())).limit(VIEWED),
                read.queues().stream().filter(row -> row.pending() > 0 && !viewed.contains(row.name()))
                        .sorted(Comparator.comparingLong(QueueRow::pending).reversed()).limit(BUSIEST))
                .toList();
    }

    private void sendJobs(List<Job> latest) {
        Set<Job> before = Set.copyOf(lastJobs);
        List<Job> changed = latest.stream().filter(job -> !before.contains(job)).toList();
        lastJobs = List.copyOf(latest);
        if (!changed.isEmpty()) {
            broadcast("jobs", jobs(changed));
        }
    }

    private static String jobs(List<Job> jobs) {
        return Json.text(Map.of("items", jobs));
    }

    private void broadcast(String name, String json) {
        lastSent = clock.instant();
        subscribers.keySet().removeIf(subscriber -> {
            boolean gone = !subscriber.send(name, json);
            if (gone) {
                subscriber.end();
            }
            return gone;
        });
    }

    private void expire() {
        Instant oldest = clock.instant().minus(MAX_AGE);
        subscribers.entrySet().removeIf(entry -> {
            boolean old = entry.getValue().isBefore(oldest);
            if (old) {
                entry.getKey().end();
            }
            return old;
        });
    }

    /** Ends the thread and all streams. */
    @Override
    public void close() {
        stopped = true;
        wakeUps.release();
        subscribers.keySet().forEach(Subscriber::end);
        subscribers.clear();
    }
}
