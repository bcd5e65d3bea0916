/**
 * An application server as a process of its own: how each is configured, started, watched and stopped, and where it listens.
 */
package io.github.asynqee.server.process;
