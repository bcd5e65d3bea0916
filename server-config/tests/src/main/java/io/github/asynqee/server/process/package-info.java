/** An application server as a separate process: its configuration, start, supervision, stop and ports. */
package io.github.asynqee.server.process;
