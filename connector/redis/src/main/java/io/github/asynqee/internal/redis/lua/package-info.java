/** Lua scripts as Redis gets them: text and digest. */
package io.github.asynqee.internal.redis.lua;
