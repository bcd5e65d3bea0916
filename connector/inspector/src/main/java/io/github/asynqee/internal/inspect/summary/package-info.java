/** Sums over many tasks: statistics that workers have recorded, errors that have much in common. */
package io.github.asynqee.internal.inspect.summary;
