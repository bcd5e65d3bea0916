/** The {@code asynq} command line: inspects and changes queues, tasks, servers and periodic entries. */
@NullMarked
package io.github.asynqee.cli;

import org.jspecify.annotations.NullMarked;
