package io.github.asynqee.console.periodic;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.CronRow;
import io.github.asynqee.console.view.CronRow.Run;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.inspect.periodic.SpecWords;

/** The list of periodic entries with their next runs and the outcomes of the last ones. */
public final class EntryList {

    private static final int NEXT = 5;
    private static final int RUNS = 20;

    private final ConsoleRedis redis;
    private final QueueScope scope;
    private final EntryWatch watch;
    private final EntryHistory history;
    private final Clock clock;
    private final Masking masking;

    /**
     * Creates the list.
     *
     * @param masking masks payloads and headers
     */
    public EntryList(ConsoleRedis redis, Clock clock, Masking masking) {
        this(redis, QueueScope.ALL, new EntryWatch(redis), clock, masking);
    }

    private EntryList(ConsoleRedis redis, QueueScope scope, EntryWatch watch, Clock clock,
            Masking masking) {
        this.redis = redis;
        this.scope = scope;
        this.watch = watch;
        this.history = new EntryHistory(redis);
        this.clock = clock;
        this.masking = masking;
    }

    /** The same entries for a user who may see only some queues. */
    public EntryList within(ConsoleRedis some, QueueScope queues) {
        return new EntryList(some, queues, watch, clock, masking);
    }

    /** All entries without runs: entries of running schedulers, then entries that no scheduler publishes any longer. */
    public List<CronRow> all() {
        List<PeriodicEntryDetails> entries = redis.inspector().periodic().entries();
        Map<String, WatchedEntry> watched = watch.remembered();
        List<CronRow> rows = new ArrayList<>();
        for (PeriodicEntryDetails entry : entries) {
            WatchedEntry known = watched.remove(entry.id());
            rows.add(row(entry, known == null || !known.spec().equals(entry.spec()) ? null : known.since()));
        }
        watched.values().stream().filter(gone -> scope.contains(gone.queue()))
                .forEach(gone -> rows.add(new CronRow(gone.id(), gone.spec(), SpecWords.of(gone.spec()), gone.type(),
                        gone.queue(), null,
                        masking.options(gone.options()), null, null, gone.paused(), gone.controllable(), gone.since(),
                        gone.goneSince() == null ? clock.instant() : gone.goneSince(), null, List.of(), null,
                        List.of())));
        return rows;
    }

    private CronRow row(PeriodicEntryDetails entry, Instant since) {
        Schedule schedule = Schedule.of(entry.spec(), entry.next());
        List<Instant> next = schedule.next(clock.instant(), NEXT);
        boolean onlyPublished = next.isEmpty() && schedule.problem() != null && entry.next() != null;
        return new CronRow(entry.id(), entry.spec(), SpecWords.of(entry.spec()), entry.taskType(), entry.queue(),
                masking.text(entry.payload()),
                masking.options(entry.options()), entry.next(), entry.previous(), entry.paused(), entry.controllable(),
                since, null, schedule.problem(), onlyPublished ? List.of(entry.next()) : next, null, List.of());
    }

    /** Returns the same entries with their latest runs, including missed runs; sends two pipelines of commands. */
    public List<CronRow> withRuns(List<CronRow> rows) {
        List<Optional<List<Run>>> runs = history.withStates(rows.stream().map(CronRow::queue).toList(),
                history.latest(rows.stream().map(CronRow::id).toList(), RUNS));
        List<CronRow> complete = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            CronRow row = rows.get(i);
            complete.add(runs.get(i).map(of -> row.with(of, missed(row, of))).orElse(row));
        }
        return complete;
    }

    /** The latest runs of one entry, with states; none of an entry that the user may not see. */
    public List<Run> runs(String id, String queue, int size) {
        if (!scope.isAll() && all().stream().noneMatch(row -> row.id().equals(id))) {
            return List.of();
        }
        return history.withStates(List.of(queue), history.latest(List.of(id), size)).get(0).orElse(List.of());
    }

    /** Missed ticks since the oldest of the runs that are shown, or since the entry is watched. */
    private List<Instant> missed(CronRow row, List<Run> runs) {
        Instant oldest = runs.isEmpty() ? null : runs.get(runs.size() - 1).at();
        Instant since = row.watchedSince() == null ? oldest
                : runs.size() == RUNS && oldest.isAfter(row.watchedSince()) ? oldest : row.watchedSince();
        if (since == null || row.paused()) {
            return List.of();
        }
        Instant until = row.goneSince() == null ? clock.instant().minus(MissedRuns.LATEST) : row.goneSince();
        List<Instant> ticks = Schedule.of(row.spec(), row.next()).last(since, until, RUNS);
        return MissedRuns.of(ticks, runs.stream().map(Run::at).toList());
    }
}
