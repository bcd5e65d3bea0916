/** The application with SmallRye's AMQP connector. */
package io.github.asynqee.bench.peers.amqp;
