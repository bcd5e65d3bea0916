/** Measures the cost of idle workers. */
package io.github.asynqee.bench.scale;
