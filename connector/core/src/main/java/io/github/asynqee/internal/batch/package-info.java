/** Batches: what follows from the end of their members, and the repair of what was not noticed. */
package io.github.asynqee.internal.batch;
