/** Builds, starts and controls the measured programs. */
package io.github.asynqee.bench.process;
