/**
 * The full-screen view of {@code asynq dash}. {@code Poller} reads from Redis on a separate thread. {@code DashState}
 * holds the user's selection. {@code Screen} renders both to lines. {@code FullScreen} draws changed lines, and is
 * the only class that needs a terminal.
 */
@NullMarked
package io.github.asynqee.cli.dash;

import org.jspecify.annotations.NullMarked;
