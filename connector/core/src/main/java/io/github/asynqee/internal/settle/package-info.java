/** Writes the outcomes of tasks in batches and retries them while the lease is held; sends dead letters. */
package io.github.asynqee.internal.settle;
