/** Single tasks: read, changed, edited, copied and moved. */
package io.github.asynqee.internal.inspect.task;
