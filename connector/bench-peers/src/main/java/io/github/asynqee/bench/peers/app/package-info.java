/** What all measured applications share: commands, ledger, and a job system as they use it. */
package io.github.asynqee.bench.peers.app;
