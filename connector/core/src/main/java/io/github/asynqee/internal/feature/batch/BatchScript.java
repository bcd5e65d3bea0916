package io.github.asynqee.internal.feature.batch;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The scripts of batches and chains. */
public enum BatchScript implements Script {
    OPEN_BATCH, ADD_MEMBERS, END_MEMBERS, SEAL_BATCH, BATCH_STORED, CANCEL_BATCH, CONTINUE_CHAIN, LOOK_AT_MEMBERS,
    RELEASE_STEP;

    private final LuaText lua = LuaText.of(name(), BatchScript.class, EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
