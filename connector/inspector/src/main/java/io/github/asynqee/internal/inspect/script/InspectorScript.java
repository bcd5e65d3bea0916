package io.github.asynqee.internal.inspect.script;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The scripts of the inspector. */
public enum InspectorScript implements Script {
    QUEUE_STATS, SAMPLE_MEMORY, LIST_TASKS, READ_TASK, RUN_TASK, ARCHIVE_TASK, RESTORE_TASK, DELETE_TASK,
    UPDATE_PAYLOAD, RUN_TASKS, ARCHIVE_TASKS, DELETE_TASKS, REMOVE_QUEUE,
    RESCHEDULE_TASK, EDIT_TASK, READ_TO_MOVE, STORE_MOVED, DELETE_MOVED, RELEASE_LOCK, CHECK_COLLECTION,
    CHECK_KEYS, REPAIR_TASK, REPAIR_KEY, WALK_ZSET, WALK_LIST, RUN_CHOSEN, ARCHIVE_CHOSEN,
    RESTORE_CHOSEN, DELETE_CHOSEN, CANCEL_CHOSEN, SWAP_WITH_NEWEST, LIMIT_KEYS,
    REPAIR_LINES;

    private final LuaText lua = LuaText.of(name(), InspectorScript.class, EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
