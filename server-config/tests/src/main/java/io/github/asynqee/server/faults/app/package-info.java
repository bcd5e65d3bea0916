/** The application of the nodes: it records what its handlers have done in a Redis of its own, which never fails. */
package io.github.asynqee.server.faults.app;
