package io.github.asynqee.internal.redis;

import java.util.Arrays;
import java.util.function.UnaryOperator;

import io.github.asynqee.vectors.KeySpace;

/** Deliberate deviations from the recorded key spaces. They do not affect peers (protocol section 11). */
enum Deviation {

    LOCK_RELEASED_ON_ID_CONFLICT("enqueue_unique_id_conflict_leaks_lock",
            "the lock would make others look like duplicates until it expires",
            after -> after.without(Deviation.LOCK)),

    GROUPED_TASK_NAMES_ITS_LOCK("add_to_group_unique",
            "a tool that deletes the task can release the lock",
            after -> after.field(Deviation.T1, "unique_key", Deviation.LOCK)),

    VANISHED_TASK_IS_TAKEN_OUT("dequeue_missing_hash",
            "an ID without a task would stay in active and lease permanently, with a hash that blocks the ID",
            after -> after.without("asynq:{default}:active", "asynq:{default}:lease", "asynq:{default}:t:ghost")),

    REQUEUED_TASK_WAITS_FROM_NOW("requeue",
            "the queue's latency would be shown as 0",
            after -> after.field(Deviation.T1, "pending_since", "2000000000123456789")),

    FORWARDED_GROUP_IS_LISTED("forward_retry_with_group_field",
            "a group that is not listed is never aggregated",
            after -> after.member("asynq:{default}:groups", "g1")),

    RECLAIMED_GROUP_IS_LISTED("reclaim_stale_aggregation_set",
            "a group that is not listed is never aggregated",
            after -> after.member("asynq:{default}:groups", "g1")),

    HISTORY_EXPIRES("record_scheduler_enqueue_event",
            "the history of a removed entry would never be deleted",
            after -> after.ttl("asynq:scheduler_history:e1", 7_776_000));

    private static final String T1 = "asynq:{default}:t:t1";
    private static final String LOCK = "asynq:{default}:unique:email:welcome:1181f89307fa271072c095747d5813cc";

    private final String vector;
    private final String reason;
    private final UnaryOperator<KeySpace> instead;

    Deviation(String vector, String reason, UnaryOperator<KeySpace> instead) {
        this.vector = vector;
        this.reason = reason;
        this.instead = instead;
    }

    /** The expected key space, with the deviations applied. */
    static KeySpace expected(String vector, KeySpace recorded) {
        return Arrays.stream(values()).filter(deviation -> deviation.vector.equals(vector)).findFirst()
                .map(deviation -> deviation.instead.apply(recorded)).orElse(recorded);
    }

    @Override
    public String toString() {
        return vector + ": " + reason;
    }
}
