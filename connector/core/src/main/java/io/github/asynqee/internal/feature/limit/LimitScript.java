package io.github.asynqee.internal.feature.limit;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The scripts of limits. */
public enum LimitScript implements Script {
    DEQUEUE_LIMITED, RELEASE_LIMITED, LOOK_AT_LIMITS;

    private final LuaText lua = LuaText.of(name(), LimitScript.class, EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
