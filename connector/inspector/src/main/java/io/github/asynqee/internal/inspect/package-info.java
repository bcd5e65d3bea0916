/** The {@link io.github.asynqee.inspect.Inspector} on Redis. */
package io.github.asynqee.internal.inspect;
