/** The Lua scripts: one resource each, their texts and digests. */
package io.github.asynqee.internal.redis.script;
