/** Single tasks: read, changed, edited, copied and moved. */
@NullMarked
package io.github.asynqee.internal.inspect.task;

import org.jspecify.annotations.NullMarked;
