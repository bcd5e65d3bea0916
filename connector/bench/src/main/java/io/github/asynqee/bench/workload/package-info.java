/** The workloads: what subjects do in a round, how rounds alternate, and the check of each round. */
package io.github.asynqee.bench.workload;
