/** Task events, as immutable values, and the listener that receives them. */
@NullMarked
package io.github.asynqee.event;

import org.jspecify.annotations.NullMarked;
