/** The application of the nodes. It records the effects of its handlers in a separate Redis, which never fails. */
package io.github.asynqee.server.faults.app;
