package io.github.asynqee.internal.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.asynqee.internal.protocol.PayloadCodec;

/** Every metric of a node, declared once: MBeans, OpenTelemetry instruments and the documentation read this list. */
public enum NodeMetric {
    /** Tasks fetched. */
    CONSUMED(Bean.TASK_TYPE, Kind.COUNTER, "Consumed", "messaging.client.consumed.messages", "{message}",
            "tasks fetched from Redis for a channel"),
    /** Time from pending to the start of the handler. */
    QUEUE_WAIT(Bean.TASK_TYPE, Kind.HISTOGRAM, "QueueWait", "asynq.task.queue.wait", "s",
            "time from when a task became pending to the start of its handler; of at most 8 tasks of a fetch "
                    + "and 100 tasks per second"),
    /** Duration of a handler. */
    PROCESS_DURATION(Bean.TASK_TYPE, Kind.HISTOGRAM, "ProcessDuration", "messaging.process.duration", "s",
            "time from the start of a handler to the choice of the outcome"),
    /** Ended attempts. */
    OUTCOMES(Bean.TASK_TYPE, Kind.COUNTER, "Outcomes", "asynq.task.outcomes", "{task}",
            "attempts that ended, by outcome: `done`, `retry`, `archive`, `revoke`, `requeue`, or `lost` if no outcome "
                    + "could be written",
            Label.OUTCOME),

    /** Lanes that run a task. */
    LANES_BUSY(Bean.CHANNEL, Kind.GAUGE, "LanesBusy", "asynq.channel.lanes.busy", "{lane}", "lanes that run a task"),
    /** Lanes that wait for a task. */
    LANES_FREE(Bean.CHANNEL, Kind.GAUGE, "LanesFree", "asynq.channel.lanes.free", "{lane}",
            "lanes that wait for a task"),
    /** Tasks held for a lane. */
    PREFETCHED(Bean.CHANNEL, Kind.GAUGE, "Prefetched", "asynq.channel.prefetched", "{task}",
            "tasks held until a lane is free"),
    /** Postponed tasks. */
    POSTPONED(Bean.CHANNEL, Kind.COUNTER, "Postponed", "asynq.channel.postponed", "{task}",
            "tasks that this node postponed because of their limit, or until the turn of their key; a task may be more than "
                    + "once"),
    /** Checkpoints that were written. */
    CHECKPOINTS(Bean.CHANNEL, Kind.COUNTER, "Checkpoints", "asynq.channel.checkpoints", "{checkpoint}",
            "checkpoints of long tasks that were written to Redis"),
    /** Attempts that continue at a checkpoint. */
    RESUMED(Bean.CHANNEL, Kind.COUNTER, "Resumed", "asynq.channel.resumed", "{task}",
            "attempts that continued at the checkpoint of an earlier one"),
    /** Attempts that ended because their time slice had passed. */
    SLICED(Bean.CHANNEL, Kind.COUNTER, "Sliced", "asynq.channel.sliced", "{task}",
            "attempts that ended at a checkpoint because their `max-slice` was over"),
    /** Attempts that a shutdown has ended. */
    SUSPENDED(Bean.CHANNEL, Kind.COUNTER, "Suspended", "asynq.channel.suspended", "{task}",
            "attempts that ended at a checkpoint because the server stops"),
    /** Tasks that were to be retried later. */
    RETRY_AFTER(Bean.CHANNEL, Kind.COUNTER, "RetryAfter", "asynq.channel.retry_after", "{task}",
            "attempts that failed with a `RetryAfterException`"),
    /** Tasks archived before their last retry. */
    GIVEN_UP(Bean.CHANNEL, Kind.COUNTER, "GivenUp", "asynq.channel.given_up", "{task}",
            "failed tasks that were archived with retries left: by a `SkipRetryException`, a rule or `RetryDelay` of the "
                    + "channel, or their `retry-until`"),
    /** Payloads of older versions. */
    PAYLOADS_UPGRADED(Bean.CHANNEL, Kind.COUNTER, "PayloadsUpgraded", "asynq.channel.payloads.upgraded", "{task}",
            "payloads of older versions that were upgraded; at each attempt"),
    /** Payloads that handlers did not get. */
    PAYLOADS_UNREAD(Bean.CHANNEL, Kind.COUNTER, "PayloadsUnread", "asynq.channel.payloads.unread", "{task}",
            "attempts that failed because the payload could not be read: `codec` or its module is missing, `key` is "
                    + "missing or another one, `store` is missing or failed, `lost` from the store, no `memory` left, or "
                    + "`invalid` for what the handler takes",
            Label.PROBLEM),

    /** Deliveries held by the worker. */
    IN_FLIGHT(Bean.WORKER, Kind.GAUGE, "InFlight", "asynq.worker.in_flight", "{task}",
            "tasks and groups that are prefetched, running, or waiting for their outcome to be written"),
    /** Outcomes not written yet. */
    OUTCOMES_WAITING(Bean.WORKER, Kind.GAUGE, "OutcomesWaiting", "asynq.worker.outcomes.waiting", "{task}",
            "tasks and groups in flight whose outcome is not written yet"),
    /** Tasks per fetch. */
    FETCH_SIZE(Bean.WORKER, Kind.HISTOGRAM, "FetchSize", "asynq.worker.fetch.size", "{task}",
            "tasks per fetch that found any"),
    /** Fetches without a task. */
    FETCHES_EMPTY(Bean.WORKER, Kind.COUNTER, "FetchesEmpty", "asynq.worker.fetches.empty", "{fetch}",
            "fetches that found no task"),
    /** Outcomes per write. */
    SETTLE_SIZE(Bean.WORKER, Kind.HISTOGRAM, "SettleSize", "asynq.worker.settle.size", "{task}",
            "outcomes per batch that was written; groups are not counted"),
    /** Extended leases. */
    LEASES_EXTENDED(Bean.WORKER, Kind.COUNTER, "LeasesExtended", "asynq.worker.leases.extended", "{lease}",
            "leases of single tasks that were extended, every 5 s for each task in flight"),
    /** Lost leases. */
    LEASES_LOST(Bean.WORKER, Kind.COUNTER, "LeasesLost", "asynq.worker.leases.lost", "{lease}",
            "leases of single tasks that expired or were taken by another worker during an attempt"),
    /** Recovered tasks. */
    RECOVERIES(Bean.WORKER, Kind.COUNTER, "Recoveries", "asynq.worker.recoveries", "{task}",
            "tasks of dead workers that this worker retried or archived"),
    /** Dropped events. */
    EVENTS_DROPPED(Bean.WORKER, Kind.COUNTER, "EventsDropped", "asynq.worker.events.dropped", "{event}",
            "events that were dropped because their observers were too slow"),

    /** Duration of a round trip. */
    ROUND_TRIP(Bean.REDIS, Kind.HISTOGRAM, "RoundTrip", "asynq.redis.round_trip.duration", "s",
            "time from sending commands on a connection to the last reply"),
    /** Commands without a reply. */
    COMMANDS_FAILED(Bean.REDIS, Kind.COUNTER, "CommandsFailed", "asynq.redis.commands.failed", "{command}",
            "commands that failed: no connection, no reply, or an error reply"),

    /** Tasks enqueued. */
    ENQUEUED(Bean.QUEUE, Kind.COUNTER, "Enqueued", "messaging.client.sent.messages", "{message}",
            "tasks that this application enqueued, by result: `stored`, `duplicate` if the ID or the uniqueness lock "
                    + "was taken, or `failed`",
            Label.RESULT),

    /** Rows of the outbox. */
    OUTBOX_ROWS(Bean.OUTBOX, Kind.GAUGE, "Rows", "asynq.outbox.rows", "{row}",
            "rows of the outbox that wait to be stored in Redis, read every 10 s"),
    /** Age of the outbox. */
    OUTBOX_AGE(Bean.OUTBOX, Kind.GAUGE, "Age", "asynq.outbox.age", "s", "age of the oldest of these rows"),
    /** Rows that were set aside. */
    OUTBOX_SET_ASIDE(Bean.OUTBOX, Kind.GAUGE, "SetAside", "asynq.outbox.set_aside", "{row}",
            "rows of the outbox that cannot be stored and were set aside with their errors"),
    /** Failures of the relay. */
    OUTBOX_FAILURES(Bean.OUTBOX, Kind.COUNTER, "Failures", "asynq.outbox.failures", "{failure}",
            "runs of the relay that failed: Redis or the database could not be reached, or refused something"),

    /** Tasks handled with an inbox. */
    INBOX_HANDLED(Bean.INBOX, Kind.COUNTER, "Handled", "asynq.inbox.handled", "{task}",
            "tasks that were handled, with the transaction of the inbox committed"),
    /** Tasks that an inbox knew. */
    INBOX_SKIPPED(Bean.INBOX, Kind.COUNTER, "Skipped", "asynq.inbox.skipped", "{task}",
            "tasks that were not handled, because the inbox had their row"),
    /** Failed deletions of old rows. */
    INBOX_CLEANINGS_FAILED(Bean.INBOX, Kind.COUNTER, "CleaningsFailed", "asynq.inbox.cleanings.failed", "{failure}",
            "deletions of old rows of the inbox that failed");

    /** The kind of a metric. */
    public enum Kind {
        /** A sum that only grows. */
        COUNTER,
        /** A current value. */
        GAUGE,
        /** A distribution in fixed buckets. */
        HISTOGRAM
    }

    private final Bean bean;
    private final Kind kind;
    private final String attribute;
    private final String instrument;
    private final String unit;
    private final String description;
    private final Label splitBy;

    NodeMetric(Bean bean, Kind kind, String attribute, String instrument, String unit, String description) {
        this(bean, kind, attribute, instrument, unit, description, null);
    }

    NodeMetric(Bean bean, Kind kind, String attribute, String instrument, String unit, String description,
            Label splitBy) {
        this.bean = bean;
        this.kind = kind;
        this.attribute = attribute;
        this.instrument = instrument;
        this.unit = unit;
        this.description = description;
        this.splitBy = splitBy;
    }

    /** @return the metrics of an object of a kind */
    public static List<NodeMetric> of(Bean bean) {
        return Arrays.stream(values()).filter(metric -> metric.bean == bean).toList();
    }

    /** @return the kind of object that has this metric */
    public Bean bean() {
        return bean;
    }

    /** @return the kind of the metric */
    public Kind kind() {
        return kind;
    }

    /** @return the name of the MBean's attribute */
    public String attribute() {
        return attribute;
    }

    /** @return the name of the OpenTelemetry instrument */
    public String instrument() {
        return instrument;
    }

    /** @return the unit, in UCUM */
    public String unit() {
        return unit;
    }

    /** @return the meaning, in Markdown */
    public String description() {
        return description;
    }

    /** @return the label by which one object has several values; {@code null} if it has one value */
    public Label splitBy() {
        return splitBy;
    }

    /** @return the labels of a series, without {@link Label#common()} */
    public List<Label> labels() {
        List<Label> labels = new ArrayList<>(bean.labels());
        if (splitBy != null) {
            labels.add(splitBy);
        }
        return labels;
    }

    /** @return {@code messaging.operation.name} of the semantic conventions; {@code null} if they do not apply */
    public String operation() {
        return switch (this) {
            case CONSUMED -> "receive";
            case PROCESS_DURATION -> "process";
            case ENQUEUED -> "send";
            default -> null;
        };
    }

    /** @return the values of {@link #splitBy()}; empty if there is one value */
    public List<String> splits() {
        return switch (this) {
            case OUTCOMES -> Arrays.stream(OutcomeKind.values()).map(OutcomeKind::label).toList();
            case ENQUEUED -> Arrays.stream(EnqueueKind.values()).map(EnqueueKind::label).toList();
            case PAYLOADS_UNREAD ->
                Arrays.stream(PayloadCodec.Problem.values()).map(PayloadCodec.Problem::label).toList();
            default -> List.of();
        };
    }

    /** @return the upper bounds of the buckets of a histogram, ascending, in {@link #unit()} */
    public double[] bounds() {
        return switch (this) {
            case QUEUE_WAIT, PROCESS_DURATION -> new double[]{ 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
                    1, 2.5, 5, 10, 30, 60, 300, 1_800 };
            case ROUND_TRIP -> new double[]{ 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                    0.25, 0.5, 1, 5 };
            case FETCH_SIZE, SETTLE_SIZE -> new double[]{ 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000 };
            default -> new double[0];
        };
    }
}
