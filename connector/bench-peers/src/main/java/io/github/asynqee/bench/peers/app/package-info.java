/** The parts that all measured applications share: commands, ledger, and the interface of a job system. */
package io.github.asynqee.bench.peers.app;
