package io.github.asynqee.console.redis;

import io.github.asynqee.internal.redis.lua.LuaText;
import io.github.asynqee.internal.redis.lua.Script;

/** The scripts of the console, on its own keys. */
public enum ConsoleScript implements Script {
    CREATE_JOB, BEGIN_STEP, SAVE_JOB, RELEASE_LEASE, CLAIM_ALERTS, SAVE_ALERTS, SAVE_SETTINGS;

    private final LuaText lua = LuaText.of(name(), ConsoleScript.class);

    @Override
    public LuaText lua() {
        return lua;
    }
}
