/** The Lua scripts of the engine: one resource each, and the parts that they share with those of other modules. */
package io.github.asynqee.internal.redis.script;
