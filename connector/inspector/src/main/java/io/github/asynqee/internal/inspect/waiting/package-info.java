/** Determines why tasks wait. */
@NullMarked
package io.github.asynqee.internal.inspect.waiting;

import org.jspecify.annotations.NullMarked;
