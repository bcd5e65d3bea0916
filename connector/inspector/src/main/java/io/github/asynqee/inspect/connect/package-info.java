/** Entry point for plain Java. */
@NullMarked
package io.github.asynqee.inspect.connect;

import org.jspecify.annotations.NullMarked;
