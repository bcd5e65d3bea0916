/** What idle workers cost. */
package io.github.asynqee.bench.scale;
