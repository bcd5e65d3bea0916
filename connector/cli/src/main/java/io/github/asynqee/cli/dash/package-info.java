/**
 * The full-screen view of {@code asynq dash}. A {@code Poller} reads from Redis on a thread of its own, {@code DashState} is
 * what the user has chosen, {@code Screen} renders both to lines, and {@code FullScreen} draws the lines that have changed.
 * Only the last one needs a terminal.
 */
@NullMarked
package io.github.asynqee.cli.dash;

import org.jspecify.annotations.NullMarked;
