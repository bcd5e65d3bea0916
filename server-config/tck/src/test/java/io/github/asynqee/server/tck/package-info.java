/** The TCK of MicroProfile Reactive Messaging with the connector in each of its archives, and without it. */
package io.github.asynqee.server.tck;
