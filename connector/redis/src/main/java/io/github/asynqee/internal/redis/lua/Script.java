package io.github.asynqee.internal.redis.lua;

/** A Lua script. Each module has an enum of its own. */
public interface Script {

    /** The constant's name; in lower case that of the resource. */
    String name();

    LuaText lua();
}
