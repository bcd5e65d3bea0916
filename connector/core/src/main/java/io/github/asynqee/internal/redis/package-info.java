/** Implements {@code internal.broker} on Redis: arguments and replies of the Lua scripts. */
package io.github.asynqee.internal.redis;
