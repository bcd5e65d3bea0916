/** Batches and chains: callbacks, repair, commands and scripts. */
package io.github.asynqee.internal.feature.batch;
