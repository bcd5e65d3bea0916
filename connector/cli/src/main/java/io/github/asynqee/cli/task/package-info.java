/** Commands for tasks. */
@NullMarked
package io.github.asynqee.cli.task;

import org.jspecify.annotations.NullMarked;
