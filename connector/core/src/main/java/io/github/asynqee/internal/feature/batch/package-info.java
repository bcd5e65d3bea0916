/** Batches and chains: what follows from the end of their members, repair, their commands and scripts. */
package io.github.asynqee.internal.feature.batch;
