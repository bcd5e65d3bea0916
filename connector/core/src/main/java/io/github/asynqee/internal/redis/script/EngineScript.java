package io.github.asynqee.internal.redis.script;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;

/** The scripts of clients, workers and schedulers. Scripts of features are in the packages of the features. */
public enum EngineScript implements Script {
    ENQUEUE, SCHEDULE, ADD_TO_GROUP, DEQUEUE, DEQUEUE_MATCHING, RECALL, DONE, COMPLETE, RETRY, ARCHIVE, REQUEUE,
    EXTEND_LEASE, WRITE_FIELDS, FORWARD, EXPIRED_LEASES, REPAIR_LEASES, DELETE_EXPIRED_COMPLETED, LOOK_AT_GROUPS,
    STAGE_GROUP, READ_AGGREGATION_SET, EXTEND_AGGREGATION_SETS, SETTLE_MEMBERS, COMPLETE_AGGREGATION,
    RECLAIM_AGGREGATION_SETS, WRITE_SERVER_STATE, CLEAR_SERVER_STATE, WRITE_SCHEDULER_ENTRIES, RECORD_ENQUEUE_EVENT,
    JOIN_ENTRY, CLAIM_TICK, FIRE_TICK, RUN_ENTRY_NOW, PAUSE_ENTRY, RESUME_ENTRY, FORGET_ENTRY, REQUEST_RUN, CLAIM_RUN,
    ANSWER_RUN, WITHDRAW_RUN, RECORD_STATISTICS, DECLARE_SHARDS, STORE_ONCE, OPEN_OUTBOX, STORE_OUTBOX,
    CLOSE_OUTBOX;

    private final LuaText lua = LuaText.of(name(), EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
