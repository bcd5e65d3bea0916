/** The {@code asynq} command line: inspects and changes queues, tasks, servers and scheduler entries. */
@NullMarked
package io.github.asynqee.cli;

import org.jspecify.annotations.NullMarked;
