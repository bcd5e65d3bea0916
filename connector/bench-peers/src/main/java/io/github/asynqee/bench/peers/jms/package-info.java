/** The application with a message-driven bean. */
package io.github.asynqee.bench.peers.jms;
