/** Sums over many tasks: statistics that workers have recorded, errors that have much in common. */
@NullMarked
package io.github.asynqee.internal.inspect.summary;

import org.jspecify.annotations.NullMarked;
