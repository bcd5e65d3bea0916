package io.github.asynqee.internal.feature.unique;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;

/** The script of unique tasks. */
public enum UniqueScript implements Script {
    STORE_UNIQUE;

    private final LuaText lua = LuaText.of(name(), UniqueScript.class, EngineScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
