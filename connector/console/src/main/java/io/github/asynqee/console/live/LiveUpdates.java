package io.github.asynqee.console.live;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.redis.BrokerException;

/**
 * Reads one Redis for all viewers together and sends them the changes. Without viewers it reads once a minute, for the
 * series of the overview.
 */
public final class LiveUpdates implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LiveUpdates.class.getName());
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** A stream ends after this time; the browser connects again, and its login is checked again. */
    private static final Duration MAX_AGE = Duration.ofMinutes(5);
    /**
     * Time limit of a reading. Together with the default interval it is less than 5 seconds, after which an outage must
     * be shown.
     */
    static final Duration READ_LIMIT = Duration.ofMillis(2_500);
    /** The pause is this many times as long as the previous reading, up to {@link #HEARTBEAT}. */
    private static final int SHARE = 10;
    private static final Duration SHORT_PAUSE = Duration.ofMillis(100);
    private static final Duration FAILED_PAUSE = Duration.ofSeconds(5);
    private static final int MAX_SUBSCRIBERS = 500;
    static final int MAX_OF_USER = 50;
    private static final int UNAVAILABLE = 503;
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    /** If there are more queues, the viewed and the busiest queues are sent. */
    private static final int MAX_QUEUES = 500;
    private static final int VIEWED = 80;
    private static final int BUSIEST = 20;

    private final FailureLog troubles = new FailureLog(LOG);
    private final Monitor monitor;
    private final Supplier<List<Job>> jobs;
    private final Clock clock;
    private final Duration refresh;
    private final Map<Subscriber, Since> subscribers = new ConcurrentHashMap<>();
    /** Viewers who have not received the state yet; they are also subscribers. */
    private final Set<Subscriber> newcomers = ConcurrentHashMap.newKeySet();
    private final StreamEnds ends = new StreamEnds(END_LIMIT);
    private final Signal wakeUps = new Signal();
    private Map<String, QueueRow> lastQueues = Map.of();
    private List<Job> lastJobs = List.of();
    private Instant lastSent = Instant.MIN;
    private volatile boolean stopped;
    private PeriodicThread thread;

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
        monitor.onChange(wakeUps::set);
    }

    /** Starts the thread. */
    public void start(ThreadFactory threads) {
        ends.threads(threads);
        thread = PeriodicThread.of("asynq-console-live", FAILED_PAUSE, threads, new Readings());
        thread.start();
    }

    /** The user of a stream, and when the stream began. */
    private record Since(String user, Instant begin) {}

    /**
     * Adds a viewer and wakes the reading thread, which sends the state to the viewer.
     *
     * @throws ProblemException if there are too many viewers, of this user or in total; then nothing has been sent
     */
    public synchronized void subscribe(String user, Subscriber subscriber) {
        if (stopped) {
            throw new ProblemException(Problems.unavailable("The console is stopping."));
        }
        if (subscribers.size() >= MAX_SUBSCRIBERS) {
            throw ProblemException.tooMany("There are " + MAX_SUBSCRIBERS + " live streams of this Redis.");
        }
        if (subscribers.values().stream().filter(since -> since.user.equals(user)).count() >= MAX_OF_USER) {
            throw ProblemException.tooMany("You have " + MAX_OF_USER + " live streams of this Redis.");
        }
        subscriber.send(null, null);
        // in this order, because a viewer who has received the state must not miss the next change
        subscribers.put(subscriber, new Since(user, clock.instant()));
        newcomers.add(subscriber);
        wakeUps.set();
    }

    /** The thread's task. */
    private final class Readings implements PeriodicJob {

        /** When all queues that had to be read were last read. */
        private Instant round;
        private boolean isRoundOver = true;

        @Override
        public Duration runOnce() {
            round = isRoundOver ? clock.instant() : round;
            long start = System.nanoTime();
            tick();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            isRoundOver = subscribers.isEmpty() && !isBehind(round);
            return isRoundOver ? Series.STEP : isComplete() ? pause(took) : SHORT_PAUSE;
        }

        @Override
        public Signal wakeup() {
            return wakeUps;
        }
    }

    /** Whether every queue was read once; until then reading continues without a pause. */
    private boolean isComplete() {
        Snapshot last = monitor.last();
        return last == null || last.complete();
    }

    /** Whether some queues were last read before the beginning of a round, and must still be read. */
    private boolean isBehind(Instant round) {
        Snapshot last = monitor.last();
        Instant oldest = last == null ? null : last.freshness().oldestAt();
        return !isComplete() || oldest != null && oldest.isBefore(round);
    }

    /** Waits at most until the next heartbeat; values not older than {@code refresh} are not read again. */
    private Duration pause(Duration took) {
        Duration rest = took.multipliedBy(SHARE);
        Duration pause = rest.compareTo(refresh) > 0 ? rest : refresh;
        return pause.compareTo(HEARTBEAT) > 0 ? HEARTBEAT : pause;
    }

    /** Reads once and sends the changes. */
    void tick() {
        expire();
        ends.interruptLate();
        try {
            Snapshot read = monitor.redis().limited(READ_LIMIT, monitor::current);
            troubles.succeeded("state");
            if (!subscribers.isEmpty()) {
                broadcast("overview", overview(read, false));
                sendQueues(read);
                sendJobs(latestJobs());
                greet(read);
            }
        } catch (RuntimeException e) {
            log("state", e);
            Snapshot last = monitor.last();
            if (last != null) {
                greet(last);
            }
            broadcast("stale", Json.text(last == null ? Map.of("detail", "Redis is not available.")
                    : Map.of("at", last.at(), "detail", "Redis is not available.")));
        }
        if (lastSent.isBefore(clock.instant().minus(HEARTBEAT))) {
            broadcast(null, null);
        }
    }

    /** In a Cluster the node with the list of jobs can be unreachable; the state of the queues is not stale then. */
    private List<Job> latestJobs() {
        try {
            return monitor.redis().limited(READ_LIMIT, jobs::get);
        } catch (RuntimeException e) {
            log("jobs", e);
            return List.copyOf(lastJobs);
        }
    }

    /** Logs a failure, unless it is an outage, which is already in the log. */
    private void log(String what, RuntimeException e) {
        String text = "The " + what + " of Redis " + monitor.redis().name() + " could not be read";
        if (e instanceof BrokerException) {
            troubles.failed(what, e, () -> text + ": " + e);
        } else {
            LOG.log(Problems.of(e).status() == UNAVAILABLE ? Level.DEBUG : Level.ERROR, text + ".", e);
        }
    }

    private String overview(Snapshot snapshot, boolean stale) {
        return Json.text(Overview.of(snapshot, stale, monitor.series().points(), null));
    }

    /** Sends the state to the viewers who have not received it yet. From now on they receive changes. */
    private void greet(Snapshot state) {
        for (Subscriber viewer : newcomers) {
            newcomers.remove(viewer);
            boolean takes = viewer.send("overview", overview(state, false))
                    && viewer.send("queues", Json.text(new QueueChanges(sent(state), List.of())))
                    && (lastJobs.isEmpty() || viewer.send("jobs", Json.text(Map.of("items", lastJobs))));
            if (!takes && subscribers.remove(viewer) != null) {
                ends.end(viewer);
            }
        }
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

    /** Sends an event to all viewers except newcomers, who do not have the state that it changes. */
    private void broadcast(String name, String json) {
        lastSent = clock.instant();
        boolean isChange = name != null && !name.equals("stale");
        subscribers.keySet().removeIf(subscriber -> {
            boolean gone = !(isChange && newcomers.contains(subscriber)) && !subscriber.send(name, json);
            if (gone) {
                newcomers.remove(subscriber);
                ends.end(subscriber);
            }
            return gone;
        });
    }

    private void expire() {
        Instant oldest = clock.instant().minus(MAX_AGE);
        endIf(since -> since.begin.isBefore(oldest));
    }

    /** Ends the streams of a user who has logged out. Other browsers of the user open their streams again. */
    public void end(String user) {
        endIf(since -> since.user.equals(user));
    }

    private void endIf(Predicate<Since> isOver) {
        subscribers.entrySet().removeIf(entry -> {
            boolean over = isOver.test(entry.getValue());
            if (over) {
                newcomers.remove(entry.getKey());
                ends.end(entry.getKey());
            }
            return over;
        });
    }

    /** Ends the thread and all streams. */
    @Override
    public void close() {
        stopped = true;
        if (thread != null) {
            thread.stop();
        }
        subscribers.keySet().forEach(ends::end);
        subscribers.clear();
        newcomers.clear();
        ends.close();
    }
}
