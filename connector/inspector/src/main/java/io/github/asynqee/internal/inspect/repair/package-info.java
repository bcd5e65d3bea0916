/** Repair of damaged state in Redis. */
@NullMarked
package io.github.asynqee.internal.inspect.repair;

import org.jspecify.annotations.NullMarked;
