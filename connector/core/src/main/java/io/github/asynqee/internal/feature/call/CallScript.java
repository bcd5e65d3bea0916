package io.github.asynqee.internal.feature.call;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The script of calls. */
public enum CallScript implements Script {
    WITHDRAW_TASK;

    private final LuaText lua = LuaText.of(name(), CallScript.class, EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
