/** The inspector's Lua scripts. */
package io.github.asynqee.internal.inspect.script;
