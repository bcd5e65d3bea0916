/** The console beside many queues and tasks, and with many users. */
package io.github.asynqee.server.scale;
