/** The parts of applications whose start fails. */
package io.github.asynqee.server.start.app;
