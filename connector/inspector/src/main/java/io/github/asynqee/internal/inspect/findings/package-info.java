/** Finds problems that prevent tasks from running or may lose them. */
@NullMarked
package io.github.asynqee.internal.inspect.findings;

import org.jspecify.annotations.NullMarked;
