package io.github.asynqee.internal.redis.lua;

/** A Lua script. Each module has its own enum. */
public interface Script {

    /** The constant's name; in lower case, it is the name of the resource. */
    String name();

    LuaText lua();
}
