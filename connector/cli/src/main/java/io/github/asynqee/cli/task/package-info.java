/** Commands on tasks. */
package io.github.asynqee.cli.task;
