/** Servers under load while nodes, Redis and connections fail; afterwards everything that was promised is checked. */
package io.github.asynqee.server.faults;
