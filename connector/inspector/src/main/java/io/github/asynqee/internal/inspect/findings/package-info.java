/** Looks for what keeps tasks from being run, or endangers them. */
@NullMarked
package io.github.asynqee.internal.inspect.findings;

import org.jspecify.annotations.NullMarked;
