/** The inspector's Lua scripts. */
@NullMarked
package io.github.asynqee.internal.inspect.script;

import org.jspecify.annotations.NullMarked;
