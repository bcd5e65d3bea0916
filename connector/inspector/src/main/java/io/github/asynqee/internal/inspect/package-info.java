/** The {@link io.github.asynqee.inspect.Inspector} on Redis. */
@NullMarked
package io.github.asynqee.internal.inspect;

import org.jspecify.annotations.NullMarked;
