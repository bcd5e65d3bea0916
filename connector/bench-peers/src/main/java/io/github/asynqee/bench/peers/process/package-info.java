/** Starts and controls the measured programs and their stores. */
package io.github.asynqee.bench.peers.process;
