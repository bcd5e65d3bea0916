/** The {@code asynq} command line: inspects and changes queues, tasks, servers and periodic entries. */
package io.github.asynqee.cli;
