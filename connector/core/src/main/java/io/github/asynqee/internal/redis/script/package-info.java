/** The Lua scripts of the engine, one resource each, and the parts they share with scripts of other modules. */
package io.github.asynqee.internal.redis.script;
