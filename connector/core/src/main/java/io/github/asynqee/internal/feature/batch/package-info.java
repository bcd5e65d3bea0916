/** Batches and chains: what follows from the end of their members, the repair of lost ends, their commands in Redis. */
package io.github.asynqee.internal.feature.batch;
