/** Rounds, their checks, and the turns of the job systems. */
package io.github.asynqee.bench.peers.round;
