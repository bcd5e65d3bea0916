/** The workloads: what subjects do in a round. */
package io.github.asynqee.bench.workload;
